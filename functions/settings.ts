import { loadConfig } from '../lib/config.ts'
import { silentMetrics } from '../lib/core/telemetry/metrics-publisher.ts'
import type { ApiEvent } from '../lib/http/call.ts'
import { readLinkedSecrets } from '../lib/linked-secrets.ts'
import { createLogger, createMetrics } from '../lib/telemetry.ts'

/** What every function has: the configuration, which is read once, the log and the metrics. */
export const config = loadConfig({ ...process.env, ...(await readLinkedSecrets(process.env)) })

export const log = createLogger(config.logLevel)

export const metrics = config.metrics ? createMetrics(config.stage, log) : silentMetrics

export const nowMs = () => Date.now()

/** Returns the URL of the API without trailing slash: the public one, or the one that the caller used. */
export const publicUrlOf = ({ requestContext }: ApiEvent): string =>
  config.publicUrl ?? `https://${requestContext.domainName}`
