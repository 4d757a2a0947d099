import { point } from '../../lib/core/telemetry/metrics.ts'
import { createBackgroundCanary } from '../../lib/jobs/background-canary.ts'
import { createCanary } from '../../lib/jobs/canary.ts'
import { config, log, metrics, nowMs } from '../settings.ts'

const render = createCanary({ publicUrl: config.publicUrl, accessKey: config.canaryKey, log, nowMs })

const { publicUrl, canaryKey: accessKey, canaryUrl: pageUrl } = config

const checkBackground =
  pageUrl && publicUrl && createBackgroundCanary({ publicUrl, accessKey, pageUrl, log, nowMs })

/** The alarm is on the metric. A failed render is not an error of this function. */
export const handler = async () => {
  const outcomes = await Promise.all([render(), ...(checkBackground ? [checkBackground()] : [])])
  const [rendered] = outcomes
  metrics.publish([point('CanaryRenders', { outcome: outcomes.includes('failed') ? 'failed' : rendered })])
}
