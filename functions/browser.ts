import { recyclePoints } from '../lib/core/telemetry/metric-points.ts'
import { createBrowserHost } from '../lib/render/browser/browser-host.ts'
import { demoSites } from '../lib/render/page/demo-site.ts'
import type { RendererDeps } from '../lib/render/renderers.ts'
import { loadAnnoyances } from '../lib/render/requests/annoyances/annoyances.ts'
import { loadScrapeScript } from '../lib/render/scrape/scrape-script.ts'
import { chromiumInflated } from './chromium.ts'
import { config, egressPolicy, log, metrics } from './deps.ts'

/** One browser for the life of the execution environment. It is separate from render.ts, which loads it with the first render. */
const browser = createBrowserHost({
  assetsDir: config.assetsDir,
  temporaryDir: config.temporaryDir,
  chromiumPath: config.chromiumPath,
  installing: chromiumInflated,
  limits: { renderMemoryBytesMax: config.renderMemoryBytesMax },
  log,
  onRecycle: (reason) => metrics.publish(recyclePoints(reason)),
})

// The browser must not outlive its environment. Lambda and the local cloud both announce the end with SIGTERM.
process.once('SIGTERM', () => {
  void browser.close().finally(() => process.exit(0))
})

export const rendererDeps: RendererDeps = {
  browser,
  annoyances: loadAnnoyances(config.assetsDir),
  egressPolicy,
  sites: demoSites(config.assetsDir),
  scrapeScript: loadScrapeScript(config.assetsDir),
  log,
}
