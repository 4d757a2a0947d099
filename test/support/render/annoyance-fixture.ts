import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import type { UpstreamProxy } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../../lib/render/blocking/annoyances/annoyances.ts'
import { intercept } from '../../../lib/render/blocking/interception.ts'
import { noticesByHost, refuseNotices } from '../../../lib/render/blocking/refuse-notices.ts'
import type { PageSession } from '../../../lib/render/browser/browser-host.ts'
import { watchMainDocument } from '../../../lib/render/page/main-document.ts'
import { type NamedSites, type SiteHandler, startNamedSites } from '../sites/named-sites.ts'
import { type BlockOptions, type BlockPlan, blockPlan } from './block-plan.ts'
import { assetsDir, sharedBrowser } from './shared-browser.ts'

/** Longer than any search takes, also on a busy machine. For `settled`. */
export const searchMs = 20_000

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

/** A browser whose whole network is `handle`, with the real filter lists. */
export const startAnnoyanceFixture = async (handle: SiteHandler): Promise<AnnoyanceFixture> => {
  const sites = await startNamedSites(handle)
  const upstream: UpstreamProxy = {
    protocol: 'http',
    host: '127.0.0.1',
    port: Number(new URL(sites.url).port),
    isOwn: false,
  }
  const egressOptions = { policy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] }, upstream }
  const annoyances = loadAnnoyances(assetsDir)
  return {
    sites,
    annoyances,
    render(url, options, work) {
      const report = createRenderReport()
      const signal = AbortSignal.timeout(200_000)
      sites.requests.length = 0
      const page = { egress: egressOptions, gpuRendering: false, report, signal }
      return sharedBrowser.withPage(page, async (session, egress) => {
        const plan = blockPlan(url, options)
        const notices = noticesByHost(plan, annoyances)
        if (notices) refuseNotices(egress, notices, await watchMainDocument(session.cdp), report)
        else await intercept(session, plan, { annoyances, report })
        return work(session, plan, report)
      })
    },
    [Symbol.asyncDispose]: () => sites[Symbol.asyncDispose](),
  }
}
