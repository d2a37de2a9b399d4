from agents.values.function import ValueFunction as ValueFunction
