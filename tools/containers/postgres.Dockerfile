# Stands in for the official image, for tools/try_containers.py: Debian's PostgreSQL, set up by the
# same variables.
ARG BASE
FROM ${BASE}
RUN mkdir --parents /etc/postgresql-common/createcluster.d \
    && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/kauri.conf \
    && apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql \
    && ln --symbolic /usr/lib/postgresql/*/bin/* /usr/local/bin/ \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/*
COPY start-postgres /usr/local/bin/
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
CMD ["start-postgres"]
