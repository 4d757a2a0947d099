import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import type { Artifact } from '../../lib/core/plan/artifact.ts'
import { renderSeconds } from '../../lib/core/plan/budgets.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { demoSites } from '../../lib/render/page/demo-site.ts'
import { createRenderers } from '../../lib/render/renderers.ts'
import { operations, type RenderOperationId } from '../../lib/schema/operations.ts'
import { UsageError } from '../accounts/usage-error.ts'
import { root } from '../bundles.ts'

/** Parameters that only a service can follow. */
const ofService = ['async', 'cache', 'webhook_url', 'upload_url', 'external_id', 'response_type']

/**
 * Renders in this process, without a service and an account. The host that the user names may be in a private network.
 */
export const renderHere = async (
  operation: RenderOperationId,
  parameters: Record<string, unknown>,
): Promise<Artifact> => {
  const refused = ofService.find((name) => parameters[name] !== undefined)
  if (refused !== undefined)
    throw new UsageError(
      `--${refused.replaceAll('_', '-')} needs a service. Set STILLFRAME_URL and STILLFRAME_KEY.`,
    )
  const assetsDir = join(root, 'generated')
  const egressPolicy = { allow: parseEgressAllow(hostOf(parameters['url'])), serviceHosts: [] }
  const options = readOptions(
    operations[operation],
    { kind: 'body', value: parameters },
    { egress: egressPolicy },
  )
  const browser = createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger })
  const deps = { browser, annoyances: loadAnnoyances(assetsDir), egressPolicy, sites: demoSites(assetsDir) }
  const renderers = createRenderers({ exits: new Map(), random: Math.random, loadDeps: async () => deps })
  try {
    const context = { signal: AbortSignal.timeout(renderSeconds * 1000), report: createRenderReport() }
    return await renderers.render(operation, renderers.resolve(operation, options), context)
  } finally {
    await browser.close()
  }
}

const hostOf = (url: unknown): string => URL.parse(String(url))?.host ?? ''
