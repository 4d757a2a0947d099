import type { CDPSession } from 'puppeteer-core'
import type { RenderPlan } from '../core/render-plan.ts'

/** Whether the render has to know of more requests than those for the page's own document. */
export const followsRequests = (plan: RenderPlan, reach: { isWhole: boolean; isFilm: boolean }): boolean =>
  reach.isWhole ||
  reach.isFilm ||
  plan.waitUntil.some((moment) => moment === 'networkidle0' || moment === 'networkidle2') ||
  plan.failOnStatus.length > 0 ||
  plan.clickSelector !== undefined ||
  plan.scripts !== undefined ||
  plan.metadata.status ||
  plan.metadata.headers ||
  plan.metadata.report

/**
 * Keeps the Network domain on only while the main frame is on its way to a document: telling of 60 images takes a tenth of
 * the CPU time of their render.
 */
export const muteNetwork = (cdp: Pick<CDPSession, 'send' | 'on'>, mainFrameId: string): void => {
  let isOn = true
  const turn = (on: boolean) => {
    if (isOn === on) return
    isOn = on
    // The page may be gone by then.
    cdp.send(on ? 'Network.enable' : 'Network.disable').catch(() => undefined)
  }
  cdp.on('Network.responseReceived', ({ type, frameId }) => {
    if (type === 'Document' && frameId === mainFrameId) turn(false)
  })
  cdp.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
    if (frameId === mainFrameId && !/samedocument$/i.test(navigationType)) turn(true)
  })
}
