import { describeCause } from '../lib/base/describe-cause.ts'
import { missingProtectionPoints, recyclePoints } from '../lib/core/telemetry/metric-points.ts'
import { loadAnnoyances } from '../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost } from '../lib/render/browser/browser-host.ts'
import type { Exhaustion } from '../lib/render/browser/exhaustion.ts'
import { demoSites } from '../lib/render/page/demo-site.ts'
import type { RenderDeps } from '../lib/render/render-page.ts'
import { config, egressPolicy, log, metrics } from './deps.ts'
import { chromiumInflated } from './install-chromium.ts'

const annoyances = loadAnnoyances(config.assetsDir)

/** Most renders search for a consent dialog. */
const prepareConsent = () => {
  try {
    annoyances.consent()
    annoyances.notices()
  } catch {
    // The render that needs the file fails, and reports why.
  }
}

/** One browser for the life of the execution environment. It is separate from render.ts, which loads it with the first render. */
const browser = createBrowserHost({
  assetsDir: config.assetsDir,
  temporaryDir: config.temporaryDir,
  chromiumPath: config.chromiumPath,
  chromiumFlags: config.chromiumFlags,
  sandboxRequired: config.sandboxRequired,
  installing: chromiumInflated,
  whileLaunching: prepareConsent,
  limits: { renderMemoryBytesMax: config.renderMemoryBytesMax },
  log,
  onRecycle: (reason) => metrics.publish(recyclePoints(reason)),
  onUnprotected: (kind) => metrics.publish(missingProtectionPoints(kind)),
})

/** Whether the renders in progress fail because this process is being stopped. */
export let isStopping = false

// The browser must not outlive its environment. The local runtime announces the end with SIGTERM; Lambda does so only if an extension is registered.
process.once('SIGTERM', () => {
  isStopping = true
  void browser.close().finally(() => process.exit(0))
})

export type PrepareExit = (reason: Exhaustion) => Promise<void>

/** Completes what the render left. If a new process can do better, ends this one once `prepareExit` has succeeded. */
export const settle = async (mayExit: boolean, prepareExit?: PrepareExit) => {
  await browser.settled()
  const reason = mayExit ? browser.exhaustion() : undefined
  if (reason === undefined) return
  try {
    await prepareExit?.(reason)
  } catch (cause) {
    log.warn({ reason, cause: describeCause(cause) }, 'environment not replaced')
    return
  }
  log.error({ reason }, 'environment replaced')
  process.exit(1)
}

export const rendererDeps: RenderDeps = {
  browser,
  annoyances,
  egressPolicy,
  sites: demoSites(config.assetsDir),
}
