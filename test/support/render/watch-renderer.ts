import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../../lib/render/blocking/annoyances/annoyances.ts'
import { createRenderers } from '../../../lib/render/renderers.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { assetsDir, sharedBrowser } from './shared-browser.ts'

const deps = {
  browser: sharedBrowser,
  annoyances: loadAnnoyances(assetsDir),
  egressPolicy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
}

const renderers = createRenderers({ exits: new Map(), random: () => 0, loadDeps: async () => deps })

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
