import type { CDPSession } from 'puppeteer-core'
import { bytesOf } from '../../../lib/render/browser/devtools-pipe.ts'

/** Returns the viewport of a page as PNG. `page.screenshot` does not accept the bytes of the service's connection. */
export const capturePage = async (cdp: Pick<CDPSession, 'send'>): Promise<Buffer> => {
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'png' })
  return bytesOf(data)
}
