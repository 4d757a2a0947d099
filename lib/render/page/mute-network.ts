import type { CDPSession } from 'puppeteer-core'
import type { RenderPlan } from '../../core/plan/render-plan.ts'

/** Whether the render has to know of more requests than those for the page's own document. */
export const followsRequests = (plan: RenderPlan, reach: { isWhole: boolean; isVideo: boolean }): boolean =>
  reach.isWhole ||
  reach.isVideo ||
  plan.waitUntil.some((moment) => moment === 'networkidle0' || moment === 'networkidle2') ||
  plan.failOnStatus.length > 0 ||
  plan.clickSelector !== undefined ||
  plan.scripts !== undefined ||
  plan.metadata.status ||
  plan.metadata.headers ||
  plan.metadata.report

/**
 * Switches the Network domain off, and on again only while the main frame is on its way to a further document: telling of 60
 * images takes a tenth of the CPU time of their render. Of the first document the navigation itself says whether it failed,
 * and the proxy whether it refused it.
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
    // The page may be gone by then.
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
