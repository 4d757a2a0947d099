import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { QuotaExceededError } from '../../../lib/base/errors.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import type { DoneRequest, FailedRequest } from '../../../lib/core/requests/request-record.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createRecordFailure, createRecordResult } from '../../../lib/jobs/record-result.ts'
import {
  createRenderNow,
  type FileOutcome,
  type RenderRequest,
  type StoredOutcome,
} from '../../../lib/jobs/render-now.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import type { Renderers } from '../../../lib/render/renderers.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createMemoryCache, createMemoryResults } from './memory-stores.ts'

export const startMs = 1_900_000_000_000

export const cacheUrl = 'https://files.example/cache'

/** Creates the synchronous render with every store in memory, a fixed clock, and counted renders. */
export const createRenderWorld = () => {
  const clock = { ms: startMs }
  const nowMs = () => clock.ms
  const results = createMemoryResults()
  const cacheStore = createMemoryCache(nowMs)
  const quota = { hits: 0, max: 100, freeFailures: 100 }
  const records: DoneRequest[] = []
  const webhooks: string[] = []
  const delays: number[] = []
  const warnings: string[] = []
  const counts = { renders: 0 }
  const failure = () => Promise.reject(new Error('The service is away.'))
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const failures: FailedRequest[] = []
  const open = new Set<string>()
  /** How many hits were open when each failure was recorded. */
  const openAtFailure: number[] = []
  const requests = {
    async putDone(record: DoneRequest) {
      records.push(record)
      return true
    },
    async putFailed(record: FailedRequest) {
      failures.push(record)
      openAtFailure.push(open.size)
      return true
    },
  }
  const queues = {
    async sendWebhook({ id }: { id: string }, delaySeconds = 0) {
      webhooks.push(id)
      delays.push(delaySeconds)
    },
  }
  const scripts = new Map<object, () => Promise<Artifact>>()
  // The plan of a request is its options.
  const renderers: Renderers = {
    resolve: (_operation, options) => options as never,
    render: (_operation, plan) => (scripts.get(plan) ?? failure)(),
  }
  const hits = {
    async takeForRender(_account: object, { id }: { id: string }) {
      if (quota.hits >= quota.max) throw new QuotaExceededError()
      quota.hits++
      open.add(id)
      return { id, month: 0 }
    },
    async keep(_accountId: string, { id }: { id: string }) {
      open.delete(id)
    },
    async refund(_accountId: string, { id }: { id: string }) {
      if (open.delete(id)) quota.hits--
    },
    async refundFailure(_account: object, { id }: { id: string }) {
      const isCounted = quota.freeFailures === 0
      if (!isCounted && open.delete(id)) quota.hits--
      quota.freeFailures = Math.max(0, quota.freeFailures - 1)
      return { isCounted }
    },
  }
  const render = createRenderNow({
    renderers,
    results: createResults({ files: results, cache: cacheStore, nowMs, cacheUrl, log }),
    hits,
    recordResult: createRecordResult({ requests, queues, nowMs, log }),
    recordFailure: createRecordFailure({ requests, queues, nowMs, log }),
    nowMs,
    log,
  })
  /** A request whose response is the file. */
  const renderNow = async (request: RenderRequest): Promise<FileOutcome> => {
    const outcome = await render(request)
    if (outcome.kind !== 'file') throw new Error('The response is not a file.')
    return outcome
  }
  /** A request with `response_type=json`. */
  const renderStored = async (request: RenderRequest): Promise<StoredOutcome> => {
    const outcome = await render(request)
    if (outcome.kind !== 'stored') throw new Error('The response is a file.')
    return outcome
  }
  const away = {
    bucket() {
      results.put = failure
    },
    cache() {
      cacheStore.put = failure
    },
    records() {
      requests.putDone = failure
    },
  }
  return {
    away,
    counts,
    clock,
    results,
    cacheStore,
    quota,
    records,
    failures,
    openAtFailure,
    webhooks,
    delays,
    warnings,
    requests,
    queues,
    hits,
    open,
    scripts,
    renderNow,
    renderStored,
  }
}

export type RenderWorld = ReturnType<typeof createRenderWorld>

export const artifactOf = (content: string): Artifact => ({
  body: Buffer.from(content),
  contentType: 'image/jpeg',
  extension: 'jpeg',
  metadata: { Title: content },
})

let ids = 0

export const renderContext = () => ({ signal: new AbortController().signal, report: createRenderReport() })

/** Returns a request whose renders return `image 1`, then `image 2`, counted by the world. */
export const createRequest = (
  world: RenderWorld,
  value: Record<string, unknown>,
  render = async () => artifactOf(`image ${++world.counts.renders}`),
): RenderRequest => {
  const { webhook_url: url, webhook_errors = false, external_id, ...rest } = value
  // The features that deliver a webhook are other parts' to test.
  const read = readOptions(operations.screenshot, { kind: 'body', value: { html: 'x', ...rest } })
  const options = { ...read, webhook_url: url, webhook_errors, external_id } as RenderRequest['options']
  world.scripts.set(options, render)
  return {
    requestId: `request-${++ids}`,
    createdMs: startMs,
    account: { id: 'abc123', plan: 'free' },
    operation: operations.screenshot,
    options,
    ...renderContext(),
    waitUntil: () => undefined,
  }
}

export const bodyOf = ({ body }: { body: Buffer | Readable }) =>
  Buffer.isBuffer(body) ? body.toString() : text(body)
