import './install-chromium.ts'
import { renderSeconds, teardownMs } from '../lib/core/plan/budgets.ts'
import { renderEndpoint } from '../lib/http/render-endpoint.ts'
import { createAcceptRequest } from '../lib/jobs/accept-request.ts'
import { createRecordFailure, createRecordResult } from '../lib/jobs/record-result.ts'
import { createRenderNow } from '../lib/jobs/render-now.ts'
import { createResults } from '../lib/jobs/results.ts'
import { createWatchRuns } from '../lib/jobs/tasks/watch-runs.ts'
import { createRenderers } from '../lib/render/renderers.ts'
import { operations, type RenderOperationId } from '../lib/schema/operations.ts'
import { createCacheStore } from '../lib/store/cache.ts'
import { createIdempotencyStore } from '../lib/store/idempotency.ts'
import { createResultStore } from '../lib/store/results.ts'
import type { PrepareExit } from './browser.ts'
import {
  config,
  deps,
  dynamo,
  finalizeDeps,
  hits,
  log,
  nowMs,
  places,
  queues,
  requests,
  s3,
  tasks,
} from './deps.ts'
import { publicUrlOf } from './settings.ts'

/** The composition root of the functions that render. */
const files = createResultStore({ s3, bucket: config.resultsBucket, log })

const cache = createCacheStore({ dynamo, tableName: config.cacheTable, nowMs })

export const results = createResults({ files, cache, nowMs, cacheUrl: config.cacheUrl, log })

export const watchRuns = /* @__PURE__ */ createWatchRuns({ tasks, files, results, nowMs, log })

/** Set by the first render. A function that only returns cached results never loads the browser. */
let browser: Promise<typeof import('./browser.ts')> | undefined

const loadBrowser = () => {
  browser ??= import('./browser.ts')
  return browser
}

/** Must be awaited before an invocation ends. */
export const settled = async (mayExit: boolean, prepareExit?: PrepareExit) => {
  if (browser) await (await browser).settle(mayExit, prepareExit)
}

export const isStopping = async () => browser !== undefined && (await browser).isStopping

export const renderers = createRenderers({
  exits: config.exits,
  random: Math.random,
  loadDeps: async () => (await loadBrowser()).rendererDeps,
})

const recordDeps = { requests, queues, nowMs, log }

const renderNow = createRenderNow({
  renderers,
  results,
  hits,
  places,
  recordResult: createRecordResult(recordDeps),
  recordFailure: createRecordFailure(recordDeps),
  nowMs,
  log,
})

const idempotency = createIdempotencyStore({ dynamo, tableName: config.cacheTable, nowMs })

const accept = createAcceptRequest({ ...finalizeDeps, idempotency, log })

const deadlineMs = renderSeconds * 1000 - teardownMs

/** Returns the API handler of an operation that renders. */
export const renderHandler = (id: RenderOperationId) =>
  renderEndpoint(operations[id], {
    ...deps,
    requests,
    renderers,
    renderNow,
    accept,
    publicUrlOf,
    settled,
    deadlineMs,
    cacheUrl: config.cacheUrl,
  })
