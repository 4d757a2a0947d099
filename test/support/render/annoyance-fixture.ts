import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import type { UpstreamProxy } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { silentLogger } from '../../../lib/logger.ts'
import { createBrowserHost, type PageSession } from '../../../lib/render/browser/browser-host.ts'
import { loadAnnoyances } from '../../../lib/render/requests/annoyances/annoyances.ts'
import { intercept } from '../../../lib/render/requests/interception.ts'
import { generateAnnoyances } from '../../../scripts/generate/annoyances.ts'
import { generateFonts } from '../../../scripts/generate/fonts.ts'
import { type NamedSites, type SiteHandler, startNamedSites } from '../sites/named-sites.ts'
import { type BlockOptions, type BlockPlan, blockPlan } from './block-plan.ts'

export interface AnnoyanceFixture extends AsyncDisposable {
  sites: NamedSites
  annoyances: ReturnType<typeof loadAnnoyances>
  /** Passes a page with the interception for these options to `work`. */
  render<T>(
    url: string,
    options: BlockOptions,
    work: (session: PageSession, plan: BlockPlan, report: RenderReport) => Promise<T>,
  ): Promise<T>
}

const assetsDir = fileURLToPath(new URL('../../../generated/', import.meta.url))

/** A browser whose whole network is `handle`, with the real filter lists. */
export const startAnnoyanceFixture = async (handle: SiteHandler): Promise<AnnoyanceFixture> => {
  await Promise.all([generateFonts(assetsDir), generateAnnoyances(assetsDir)])
  const sites = await startNamedSites(handle)
  const host = createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger })
  const upstream: UpstreamProxy = {
    protocol: 'http',
    host: '127.0.0.1',
    port: Number(new URL(sites.url).port),
    isOwn: false,
  }
  const egress = { policy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] }, upstream }
  const annoyances = loadAnnoyances(assetsDir)
  return {
    sites,
    annoyances,
    render(url, options, work) {
      const report = createRenderReport()
      const signal = AbortSignal.timeout(30_000)
      sites.requests.length = 0
      return host.withPage({ egress, gpuRendering: false, report, signal }, async (session) => {
        const plan = blockPlan(url, options)
        await intercept(session, plan, { annoyances, report })
        return work(session, plan, report)
      })
    },
    async [Symbol.asyncDispose]() {
      await host.close()
      await sites[Symbol.asyncDispose]()
    },
  }
}
