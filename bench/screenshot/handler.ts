import { join } from 'node:path'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import { resolveScreenshot } from '../../lib/core/plan/resolve-screenshot.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { type BrowserSettings, createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { take as takeScreenshot } from '../../lib/render/outputs/screenshot/take-screenshot.ts'
import { operations } from '../../lib/schema/operations.ts'
import type { System } from '../system.ts'

/** The handler's work in this process: reads the options and renders, without network and account. */
export const createHandlerSystem = (
  assetsDir: string,
  temporaryDir: string,
  settings: Partial<BrowserSettings> = {},
): System & { settled(): Promise<void> } => {
  const browser = createBrowserHost({ assetsDir, temporaryDir, log: silentLogger, ...settings })
  const deps = {
    browser,
    annoyances: loadAnnoyances(join(assetsDir)),
    egressPolicy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
  }
  return {
    name: 'handler in process',
    async render(url) {
      const value = { url, wait_until: ['load'], block_annoyance: 'none' }
      const plan = resolveScreenshot(
        readOptions(operations.screenshot, { kind: 'body', value }),
        new Map(),
        0,
      )
      const { signal } = new AbortController()
      return (await takeScreenshot(plan, { signal, report: createRenderReport() }, deps)).body
    },
    /** Resolves when the page of the last render is closed and the next one is open. */
    settled: () => browser.settled(),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
