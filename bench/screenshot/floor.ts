import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installChromium } from '../../lib/render/browser/chromium-files.ts'
import { frameControl, launchArguments } from '../../lib/render/browser/launch-arguments.ts'
import { sharedMemoryFlags } from '../../lib/render/browser/shared-memory.ts'
import { quality, type System, viewport } from '../system.ts'
import { CdpPipe } from './cdp-pipe.ts'

/** The command that runs after the page has loaded. */
export type Take = (cdp: CdpPipe, session: string) => Promise<Buffer>

/** Raw DevTools calls in a warm browser: create a context, navigate, capture, dispose. No system can be faster with this browser. */
export const createFloor = async (
  temporaryDir: string,
  fontsDir: string,
  take: Take = takeScreenshot,
): Promise<System & { renderWith(url: string, take: Take): Promise<Buffer> }> => {
  const { executable, librariesDir } = await installChromium(temporaryDir)
  const profileDir = await mkdtemp(join(temporaryDir, 'bench-floor-'))
  // The service's browser without its default proxy, because the pages are loaded directly, with a screen's own clock, and with JSON.
  const flags = [...(await sharedMemoryFlags()), '--remote-debugging-pipe']
  const parameters = launchArguments('plain', profileDir, flags).filter(
    (text) => !/^--(proxy|host-resolver)/.test(text) && !frameControl.includes(text),
  )
  const cdp = new CdpPipe(executable, parameters, {
    HOME: profileDir,
    LD_LIBRARY_PATH: librariesDir,
    FONTCONFIG_FILE: join(fontsDir, 'fonts.conf'),
    XDG_CACHE_HOME: join(temporaryDir, 'stillframe-cache'),
  })
  await cdp.send('Browser.getVersion')
  return {
    name: 'floor',
    render: (url) => render(cdp, url, take),
    renderWith: (url, otherTake) => render(cdp, url, otherTake),
    async [Symbol.asyncDispose]() {
      cdp[Symbol.dispose]()
      await rm(profileDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

const render = async (cdp: CdpPipe, url: string, take: Take) => {
  const { browserContextId } = await cdp.send('Target.createBrowserContext')
  const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(sessionId)
  // Awaited before the navigation. Sent together with it, it could reach the renderer after the load event of a small page.
  await cdp.send('Page.enable', {}, session)
  const loaded = cdp.once('Page.loadEventFired', session)
  await Promise.all([
    cdp.send(
      'Emulation.setDeviceMetricsOverride',
      { ...viewport, deviceScaleFactor: 1, mobile: false },
      session,
    ),
    cdp.send('Page.navigate', { url }, session),
  ])
  await loaded
  const body = await take(cdp, session)
  await cdp.send('Target.disposeBrowserContext', { browserContextId })
  return body
}

export const takeScreenshot: Take = async (cdp, session) => {
  const { data } = await cdp.send(
    'Page.captureScreenshot',
    { format: 'jpeg', quality, optimizeForSpeed: true },
    session,
  )
  return Buffer.from(String(data), 'base64')
}
