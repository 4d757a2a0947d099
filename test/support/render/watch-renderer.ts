import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createRenderers } from '../../../lib/render/renderers.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { rendererDeps } from './renderer-deps.ts'

const renderers = createRenderers({ exits: new Map(), random: () => 0, loadDeps: async () => rendererDeps() })

/** Renders as the runs of a watching task do. */
export const renderRun = async (
  api: 'screenshot' | 'scrape',
  value: Record<string, unknown>,
  ignored: readonly string[] = [],
): Promise<Artifact & { unstable: boolean }> => {
  const options = readOptions(operations[api], { kind: 'body', value: { ...value, async: true } })
  const report = createRenderReport()
  const context = { signal: AbortSignal.timeout(200_000), report, ignored }
  const artifact = await renderers.render(api, renderers.resolve(api, options), context)
  return { ...artifact, unstable: report.waitsExpired.includes('stable') }
}
