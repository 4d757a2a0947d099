import type { RenderReport } from '../../../lib/core/telemetry/render-report.ts'

/** Returns the report of a render out of the headers of its response. A cached result and an accepted request have none. */
export const readReport = (headers: readonly (readonly [string, string])[]): RenderReport | undefined => {
  const text = headers.find(([name]) => name === 'x-service-metadata-report')?.[1]
  return text === undefined ? undefined : (JSON.parse(text) as RenderReport)
}
