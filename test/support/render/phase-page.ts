import type { Page } from 'puppeteer-core'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createWorld, type World } from '../../../lib/render/page/world.ts'
import { setViewport } from '../../../lib/render/steps/set-viewport.ts'
import { localEgress } from './browser-fixture.ts'
import { plan } from './render.ts'
import { sharedBrowser } from './shared-browser.ts'

export interface PhasePage {
  /** Calls a phase and returns its data. */
  call: World['call']
  /** Evaluates a function among the page's own scripts. */
  read: Page['evaluate']
}

/** Runs the work on a page with this markup, in a window of 800 by 600 CSS pixels. */
export const withPhasePage = <T>(html: string, work: (page: PhasePage) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(200_000)
  const options = { egress: localEgress, signal, gpuRendering: false, report: createRenderReport() }
  return sharedBrowser.withPage(options, async (session) => {
    const { page } = session
    await setViewport(session, plan({ viewport: { ...plan().viewport, width: 800, height: 600 } }))
    await page.setContent(html)
    const { call } = createWorld(session)
    return work({ call, read: page.evaluate.bind(page) })
  })
}
