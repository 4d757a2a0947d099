import type { Chromium } from './chromium.ts'
import { bytesOf } from './devtools-pipe.ts'
import { openSession } from './page-session.ts'
import type { Scripts } from './scripts.ts'

const html = '<body style="margin:0"><div style="height:3000px;background:#f00">'

/** The port of no service: the page loads nothing. */
const proxyUrl = 'http://127.0.0.1:9'

/**
 * Checks that the browser draws a document below its viewport. Blink's settings are not a stable interface: another version of Chromium may not
 * know the one that this depends on, and every full page would end after its first window.
 *
 * @throws Error if it does not
 */
export const assertWholeDocument = async (
  chromium: Pick<Chromium, 'browser'>,
  scripts: Scripts,
): Promise<void> => {
  const { page, cdp, frames, close } = await openSession(chromium, proxyUrl, scripts)
  const shoot = async (y: number) => {
    const clip = { x: 0, y, width: 1, height: 1, scale: 1 }
    return bytesOf((await cdp.send('Page.captureScreenshot', { format: 'png', clip })).data)
  }
  try {
    frames.start()
    await page.setContent(html)
    const [inside, below] = [await shoot(0), await shoot(2900)]
    if (inside.equals(below)) return
    throw new Error(
      'It does not draw a document below its viewport (mainFrameClipsContent=false has no effect).',
    )
  } finally {
    await close()
  }
}
