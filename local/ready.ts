import { deps, log } from '../functions/deps.ts'
import { renderers, settled } from '../functions/render.ts'
import { describeCause } from '../lib/base/describe-cause.ts'
import { toAppError } from '../lib/base/errors.ts'
import { demoHost } from '../lib/core/network/demo-host.ts'
import { readOptions } from '../lib/core/options/read-options.ts'
import { createRenderReport } from '../lib/core/telemetry/render-report.ts'
import { operations } from '../lib/schema/operations.ts'
import { outOfTime, type ReadyResult } from './health.ts'

const options = readOptions(
  operations.screenshot,
  { kind: 'body', value: { url: `http://${demoHost}/` } },
  deps.rules,
)

/** The time that a busy machine needs to start a browser and to render the page. */
const limitMs = 40_000

/** Renders the demo page as the functions of the API do, but for no account: nothing is counted and nothing is stored. */
export const handler = async (): Promise<ReadyResult> => {
  const report = createRenderReport()
  const signal = AbortSignal.timeout(limitMs)
  try {
    const plan = renderers.resolve('screenshot', options)
    await renderers.render('screenshot', plan, { report, signal })
    return { browser: report.browser }
  } catch (error) {
    log.error({ cause: describeCause(error) }, 'not ready')
    return { reason: signal.aborted ? outOfTime : toAppError(error).code }
  } finally {
    await settled(true)
  }
}
