import type { CDPSession } from 'puppeteer-core'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import type { Needs } from '../use.ts'

/** Returns whether the render needs to know more requests than those for the page's own document. */
export const followsRequests = (plan: RenderPlan, { isRecorded }: Needs): boolean =>
  isRecorded ||
  plan.waitUntil.some((moment) => moment === 'networkidle0' || moment === 'networkidle2') ||
  plan.failOnStatus.length > 0 ||
  plan.clickSelector !== undefined ||
  plan.actions !== undefined ||
  plan.failOnRequest !== undefined ||
  plan.failOnFailedRequest === true ||
  plan.scripts !== undefined ||
  plan.metadata.status ||
  plan.metadata.headers ||
  plan.metadata.report ||
  plan.isDescribed === true

/**
 * Disables the Network domain, except while the main frame navigates to a further document. The events of 60 images take a tenth of
 * the CPU time of their render. Whether the first document failed is known from the navigation itself, and whether it was refused,
 * from the proxy.
 */
export const muteNetwork = async (
  cdp: Pick<CDPSession, 'send' | 'on'>,
  mainFrameId: string,
): Promise<void> => {
  let isOn = false
  let firstLoaderId: string | undefined
  const turn = (on: boolean) => {
    if (isOn === on) return
    isOn = on
    // The page may be closed by then.
    cdp.send(on ? 'Network.enable' : 'Network.disable').catch(() => undefined)
  }
  cdp.on('Network.responseReceived', ({ type, frameId }) => {
    if (type === 'Document' && frameId === mainFrameId) turn(false)
  })
  cdp.on('Page.frameStartedNavigating', ({ frameId, loaderId, navigationType }) => {
    if (frameId !== mainFrameId || /samedocument$/i.test(navigationType)) return
    firstLoaderId ??= loaderId
    if (loaderId !== firstLoaderId) turn(true)
  })
  await cdp.send('Network.disable')
}
