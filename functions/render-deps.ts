import { recyclePoints } from '../lib/core/telemetry/metric-points.ts'
import { createBrowserHost } from '../lib/render/browser/browser-host.ts'
import { demoSites } from '../lib/render/page/demo-site.ts'
import { createTakePdf } from '../lib/render/pdf/take-pdf.ts'
import { loadAnnoyances } from '../lib/render/requests/annoyances/annoyances.ts'
import { loadScrapeScript } from '../lib/render/scrape/scrape-script.ts'
import { createTakeScrape } from '../lib/render/scrape/take-scrape.ts'
import { createTakeScreencast } from '../lib/render/screencast/take-screencast.ts'
import { createTakeScreenshot } from '../lib/render/screenshot/take-screenshot.ts'
import { chromiumInflated } from './chromium-deps.ts'
import { config, log, metrics } from './deps.ts'

/** The composition root of the functions that render: one browser for the life of the execution environment. */
const browser = createBrowserHost({
  assetsDir: config.assetsDir,
  temporaryDir: config.temporaryDir,
  chromiumPath: config.chromiumPath,
  installing: chromiumInflated,
  limits: { renderMemoryBytesMax: config.renderMemoryBytesMax },
  log,
  onRecycle: (reason) => metrics.publish(recyclePoints(reason)),
})

// The browser must not outlive its environment; Lambda and the local cloud both announce the end with SIGTERM.
process.once('SIGTERM', () => {
  void browser.close().finally(() => process.exit(0))
})

const renderDeps = {
  browser,
  annoyances: loadAnnoyances(config.assetsDir),
  egressPolicy: { allow: config.egressAllow, serviceHosts: config.serviceHosts },
  sites: demoSites(config.assetsDir),
  log,
}

export const takeScreenshot = createTakeScreenshot(renderDeps)

export const takePdf = createTakePdf(renderDeps)

export const takeScreencast = createTakeScreencast(renderDeps)

export const takeScrape = createTakeScrape({
  ...renderDeps,
  scrapeScript: loadScrapeScript(config.assetsDir),
})
