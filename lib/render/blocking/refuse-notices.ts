import type { RenderPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import type { MainDocument } from '../page/main-document.ts'
import type { Egress } from '../proxy/egress.ts'
import type { Annoyances } from './annoyances/annoyances.ts'
import type { NoticeList } from './annoyances/notice-list.ts'
import { isForNoticesOnly, type RequestOptions } from './request-rules.ts'

/**
 * Returns the list if the render refuses the hosts of consent platforms and changes no other request. The proxy does that, because
 * interception takes a tenth of the CPU time and of the time of a render, whatever is intercepted. Undefined if requests must be
 * intercepted or nothing is refused, and if a request that fails would fail the render: a refusal of the proxy is a failure to the browser.
 */
export const noticesByHost = (
  plan: RequestOptions & Pick<RenderPlan, 'failOnFailedRequest'>,
  annoyances: Pick<Annoyances, 'notices'>,
): NoticeList | undefined => {
  if (!isForNoticesOnly(plan) || plan.failOnFailedRequest) return undefined
  const notices = annoyances.notices()
  const { source } = plan
  return source.kind === 'url' && notices.hasRulesFor(new URL(source.url).hostname) ? undefined : notices
}

/**
 * Refuses the hosts of consent platforms, except while the page navigates, because it may lead to one of them, and on sites with
 * specific rules, which a redirect may have led to.
 */
export const refuseNotices = (
  egress: Pick<Egress, 'refuse'>,
  notices: NoticeList,
  document: Pick<MainDocument, 'url' | 'isLeaving'>,
  { requests }: Pick<RenderReport, 'requests'>,
): void =>
  egress.refuse((host) => {
    const url = document.url()
    if (url === '' || document.isLeaving() || notices.hasRulesFor(new URL(url).hostname)) return false
    const isRefused = notices.refuses(host, url)
    if (isRefused) requests.blocked++
    return isRefused
  })
