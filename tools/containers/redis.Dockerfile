# Stands in for the official image, for tools/try_containers.py: Debian's Redis.
ARG BASE
FROM ${BASE}
RUN apt-get update \
    && apt-get install --yes --no-install-recommends redis-server \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/*
VOLUME /data
WORKDIR /data
CMD ["redis-server"]
