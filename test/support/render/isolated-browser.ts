import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { frameControl, launchArguments } from '../../../lib/render/browser/launch-arguments.ts'
import { type OpenSession, openSession } from '../../../lib/render/browser/page-session.ts'
import { loadScripts } from '../../../lib/render/browser/scripts.ts'
import { sharedMemoryFlags } from '../../../lib/render/browser/shared-memory.ts'

/** A browser that runs the frames of every site in a separate process, regardless of the machine's memory. */
export interface IsolatedBrowser extends AsyncDisposable {
  open(proxyUrl: string): Promise<OpenSession>
}

export const startIsolatedBrowser = async (): Promise<IsolatedBrowser> => {
  const files = await installChromium(tmpdir())
  const dir = await mkdtemp(join(tmpdir(), 'stillframe-isolated-'))
  // Chromium refuses to control the frames of such a browser.
  const withoutFrameControl = launchArguments('plain', join(dir, 'profile'), [
    ...(await sharedMemoryFlags()),
    // Puppeteer's own connection reads only JSON.
    '--remote-debugging-pipe',
  ]).filter((text) => !frameControl.includes(text))
  const assetsDir = fileURLToPath(new URL('../../../generated', import.meta.url))
  const fonts = join(assetsDir, 'fonts', 'fonts.conf')
  const browser = await puppeteer.launch({
    executablePath: files.executable,
    ignoreDefaultArgs: true,
    args: [...withoutFrameControl, '--site-per-process'],
    env: { HOME: dir, FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: files.librariesDir },
    pipe: true,
    defaultViewport: null,
    waitForInitialPage: false,
  })
  return {
    open: (proxyUrl) =>
      openSession({ browser }, proxyUrl, loadScripts(assetsDir), (context) => context.newPage()),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
