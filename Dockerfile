# The whole service in one container: `docker compose up --build`. Compared with `npm start` it listens on all of the
# container's addresses and keeps its data in /data.
# For amd64 it has the shipped Chromium, which is Linux x64 only. For arm64 it has the one of Debian. Both use the shipped fonts.
# `docker build --target debian-chromium .` makes an image for amd64 with Debian's Chromium too, which is often newer.

# Installed packages, source and generated files. Tests run in this stage.
FROM node:24.21.0-bookworm-slim AS source
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/ensure.mjs scripts/ensure.mjs
RUN node scripts/ensure.mjs --install
COPY . .
RUN node scripts/ensure.mjs

FROM source AS build
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:24.21.0-bookworm-slim AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json package.json
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/generated generated
COPY --from=build /app/functions functions
COPY --from=build /app/infra infra
COPY --from=build /app/lib lib
COPY --from=build /app/local local
COPY --from=build /app/scripts/container-health.mjs scripts/container-health.mjs
RUN mkdir /data && chown node:node /data
# A bind mount of ECS takes the owner and the mode of a path only if it is a volume. /tmp is for everyone.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/container-health.mjs"]
CMD ["node", "--enable-source-maps", "generated/service/local/start.mjs"]

FROM runtime AS shipped-chromium
USER node

FROM runtime AS debian-chromium
RUN apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell && rm -rf /var/lib/apt/lists/*
# Not /usr/bin/chromium-headless-shell, a shell script that stays the parent of the browser.
ENV CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell
USER node

FROM shipped-chromium AS final-amd64
FROM debian-chromium AS final-arm64
FROM final-${TARGETARCH}
