import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import { resolveScrape } from '../../lib/core/plan/resolve-scrape.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { take as takeScrape } from '../../lib/render/outputs/scrape/take-scrape.ts'
import { operations } from '../../lib/schema/operations.ts'
import type { System } from '../system.ts'

interface ScrapeSystems extends AsyncDisposable {
  all: System[]
}

/** The handler's work in this process for each format: reads the options and scrapes, without network and account. */
export const createScrapeSystems = (assetsDir: string, temporaryDir: string): ScrapeSystems => {
  const browser = createBrowserHost({ assetsDir, temporaryDir, log: silentLogger })
  const deps = {
    browser,
    annoyances: loadAnnoyances(assetsDir),
    egressPolicy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
  }
  const system = (name: string, options: object): System => ({
    name,
    async render(url) {
      const value = { url, wait_until: ['load'], block_annoyance: 'none', ...options }
      const plan = resolveScrape(readOptions(operations.scrape, { kind: 'body', value }), new Map(), 0)
      const { signal } = new AbortController()
      return (await takeScrape(plan, { signal, report: createRenderReport() }, deps)).body
    },
    async [Symbol.asyncDispose]() {},
  })
  return {
    all: [system('html', {}), system('md', { format: 'md' })],
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
