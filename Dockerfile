# Pinned by digest, so that every build has the same base. Change it with --build-arg.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

# Only the manifests, so that the layer with the installed packages is reused until they change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM manifests AS dependencies
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev

# The final image. Most packages are in the bundles of the programs.
FROM dependencies AS runnable
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/deploy ./deploy
COPY --from=build /app/dist ./dist
RUN node scripts/prepare-image.mjs . && chmod -R a+rX node_modules dist deploy package.json

FROM ${NODE_IMAGE} AS runtime
# Above the ids of accounts on the host, and fixed, because volumes outlive images.
RUN groupadd --gid 10001 modelgate \
  && useradd --uid 10001 --gid modelgate --no-create-home --home-dir /var/lib/modelgate --shell /usr/sbin/nologin modelgate \
  && install --directory --owner=modelgate --group=modelgate --mode=0700 /var/lib/modelgate \
  && install --directory --owner=modelgate --group=modelgate /app/.compile-cache
WORKDIR /app
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  MODELGATE_DATA_DIR=/var/lib/modelgate \
  MODELGATE_WORKER_PORT=3001 \
  NODE_COMPILE_CACHE=/app/.compile-cache

COPY --from=runnable /app/node_modules ./node_modules
COPY --from=runnable /app/package.json ./
COPY --from=runnable /app/deploy ./deploy
COPY --from=runnable /app/dist ./dist
COPY --from=runnable --chmod=0755 /app/deploy/modelgate.sh /usr/local/bin/modelgate

USER 10001:10001
# Without a database each program exits with 78, but only after it has loaded all of its code. This creates the V8 code cache of this
# Node, and fails if a package is missing in the image.
RUN for program in api worker; do node --no-warnings dist/apps/$program/src/main.js >/dev/null || [ $? -eq 78 ] || exit 1; done

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Modelgate" \
  org.opencontainers.image.description="A self-hosted gateway to every model a team has an account for" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

VOLUME /var/lib/modelgate
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/api-health.mjs"]
ENTRYPOINT ["/bin/sh", "/app/deploy/entrypoint.sh"]
# A larger young generation, so that garbage collection takes a tenth less CPU time.
CMD ["node", "--no-warnings", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "dist/apps/api/src/main.js"]
