// The path at which the site lies on its host; empty at the root.
export const prefix = document.documentElement.dataset.prefix ?? "";
