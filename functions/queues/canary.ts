import { point } from '../../lib/core/telemetry/metrics.ts'
import { createCanary } from '../../lib/jobs/canary.ts'
import { config, log, metrics, nowMs } from '../settings.ts'

const render = createCanary({ publicUrl: config.publicUrl, accessKey: config.canaryKey, log, nowMs })

/** The alarm is on the metric. A failed render is not an error of this function. */
export const handler = async () => {
  metrics.publish([point('CanaryRenders', { outcome: await render() })])
}
