import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import { resolvePdf } from '../../lib/core/plan/resolve-pdf.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { take as takePdf } from '../../lib/render/outputs/pdf/take-pdf.ts'
import { operations } from '../../lib/schema/operations.ts'
import type { System } from '../system.ts'

/** The handler's work in this process: reads the options and renders, without network and account. */
export const createPdfSystem = (assetsDir: string, temporaryDir: string): System => {
  const browser = createBrowserHost({ assetsDir, temporaryDir, log: silentLogger })
  const deps = {
    browser,
    annoyances: loadAnnoyances(assetsDir),
    egressPolicy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
  }
  return {
    name: 'handler in process',
    async render(url) {
      const value = { url, wait_until: ['load'], block_annoyance: 'none' }
      const plan = resolvePdf(readOptions(operations.pdf, { kind: 'body', value }), new Map(), 0)
      const { signal } = new AbortController()
      return (await takePdf(plan, { signal, report: createRenderReport() }, deps)).body
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
