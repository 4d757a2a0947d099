import { reasonOf } from '../explain-fault.ts'
import { toOtlpRequest } from './otlp-json.ts'
import type { Family, Labels } from './registry.ts'

export interface OtlpSettings {
  /** The base URL of the collector, to which the path of metrics is appended. */
  endpoint: string
  headers: Readonly<Record<string, string>>
}

interface Options extends OtlpSettings {
  collect: () => Promise<Family[]>
  resource: Labels
  log: (line: string) => void
  /** Between two exports. Default: a minute, as for OpenTelemetry's own exporters. */
  everyMs?: number
}

/** The default of OpenTelemetry's exporters. */
const timeoutMs = 10_000

/**
 * Sends the metrics to a collector every minute, and once more at the end. A failed export is not repeated, because the next one has its
 * values too. It is logged once, until an export has succeeded. Returns the function that ends it.
 */
export const startOtlpExporter = ({
  endpoint,
  headers,
  collect,
  resource,
  log,
  everyMs = 60_000,
}: Options): (() => Promise<void>) => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/metrics`
  const startMs = Date.now() - process.uptime() * 1000
  let isFailing = false
  const send = async () => {
    const families = await collect()
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': 'stillframe', ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlpRequest(families, resource, { startMs, nowMs: Date.now() })),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The collector returned ${response.status}`)
    const rejected = rejectedOf(text)
    if (rejected !== undefined) throw new Error(`The collector rejected values: ${rejected}`)
  }
  const run = async () => {
    try {
      await send()
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`Metrics cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT: ${reasonOf(error)}.`)
      isFailing = true
    }
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(run)
  }, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
    // A collector that cannot be reached must not delay the end.
    if (!isFailing) await run()
  }
}

/** Returns the collector's message about values that it accepted in part. */
const rejectedOf = (text: string): string | undefined => {
  const { rejectedDataPoints = 0, errorMessage = '' } = readJson(text)?.partialSuccess ?? {}
  return Number(rejectedDataPoints) > 0 ? `${rejectedDataPoints} data points. ${errorMessage}` : undefined
}

const readJson = (
  text: string,
): { partialSuccess?: { rejectedDataPoints?: number | string; errorMessage?: string } } | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    // Some collectors respond without a body.
    return undefined
  }
}
