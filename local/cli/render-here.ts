import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '../../lib/base/logger.ts'
import { type EgressPolicy, parseEgressAllow, urlPort } from '../../lib/core/network/address-policy.ts'
import { internalKindOf, toAddress } from '../../lib/core/network/public-address.ts'
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
import { describePlatformProblem } from '../platform.ts'
import type { Environment } from './connection.ts'

/** Parameters that only a service can follow. */
const ofService = ['async', 'cache', 'webhook_url', 'upload_url', 'external_id', 'response_type']

/** Renders in this process, without a service and an account, one page at a time. */
export interface LocalRenderer extends AsyncDisposable {
  render(
    operation: RenderOperationId,
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Artifact>
}

/** @throws UsageError where the shipped browser does not run */
export const createLocalRenderer = (env: Environment): LocalRenderer => {
  const chromiumPath = env['CHROMIUM_PATH']
  const problem = describePlatformProblem(process.platform, process.arch, chromiumPath)
  if (problem !== undefined) throw new UsageError(problem)
  const assetsDir = join(root, 'generated')
  const browser = createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger, chromiumPath })
  const annoyances = loadAnnoyances(assetsDir)
  return {
    async render(operation, parameters, signal) {
      assertPossible(parameters)
      const egressPolicy = toEgressPolicy(parameters['url'], env)
      const options = readOptions(
        operations[operation],
        { kind: 'body', value: parameters },
        { egress: egressPolicy },
      )
      const deps = { browser, annoyances, egressPolicy, sites: demoSites(assetsDir) }
      const renderers = createRenderers({ exits: new Map(), random: Math.random, loadDeps: async () => deps })
      const plan = renderers.resolve(operation, options)
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(renderSeconds * 1000)])
      return renderers.render(operation, plan, { signal: inTime, report: createRenderReport() })
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

export const assertPossible = (parameters: Readonly<Record<string, unknown>>) => {
  const refused = ofService.find((name) => parameters[name] !== undefined)
  if (refused !== undefined)
    throw new UsageError(
      `--${refused.replaceAll('_', '-')} needs a service. Set STILLFRAME_URL and STILLFRAME_KEY.`,
    )
}

/**
 * Pages may connect where those of a service may. The user can also name this machine or a private address, with its port, as the page. A
 * name says nothing about where it leads, so it is not an allowance.
 */
export const toEgressPolicy = (url: unknown, env: Environment): EgressPolicy => ({
  allow: parseEgressAllow([env['EGRESS_ALLOW'], namedAddress(URL.parse(String(url)))].join(',')),
  serviceHosts: [],
  ownAddresses: () =>
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  advice: 'To allow other hosts of your network, set EGRESS_ALLOW, such as EGRESS_ALLOW=intranet,10.0.0.0/8.',
})

const namedAddress = (url: URL | null): string => {
  if (!url) return ''
  const address = toAddress(url.hostname)
  const kind = address && internalKindOf(address)
  const isNamed = url.hostname === 'localhost' || kind === 'loopback' || kind === 'private'
  return isNamed ? `${url.hostname}:${urlPort(url)}` : ''
}
