import { headersPoliciesPerStage, originReadTimeoutSeconds } from '../../infra/edge.ts'
import { apiFunctions } from '../../infra/functions.ts'
import type { Settings } from '../../stacks/settings.ts'

export interface Quota {
  service: string
  code: string
  name: string
  /** CloudFront is in us-east-1 only. */
  region: string
  needed: number
  /** The settings that determine `needed`. */
  because: string
}

export interface QuotaResult {
  quota: Quota
  value: number
}

export type ReadQuota = (quota: Pick<Quota, 'service' | 'code' | 'region'>) => Promise<number>

/** Time that an ordinary page occupies its function, also after the response: docs/operate/limits.md. */
const renderSeconds = 3.04

/** The sweep, and up to two executions for each of the two dead-letter queues. */
const otherExecutions = 5

/** Lambda reserves nothing that would leave less: https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const unreservedMin = 100

/** Returns the concurrent executions that the load can use, or those that the reservations and the unreserved rest require, if they are more. */
const describeExecutions = (settings: Settings): Pick<Quota, 'needed' | 'because'> => {
  const {
    apiRequestsPerSecond,
    renderWorkersMax,
    webhookWorkersMax,
    renderReservedConcurrency = 0,
  } = settings
  const background = renderWorkersMax + webhookWorkersMax + otherExecutions
  const needed = Math.ceil(apiRequestsPerSecond * renderSeconds) + background
  const reserving = apiFunctions.filter(({ renders }) => renders).length
  const reserved = reserving * renderReservedConcurrency + Math.max(unreservedMin, background)
  return renderReservedConcurrency > 0 && reserved > needed
    ? {
        needed: reserved,
        because: `RENDER_RESERVED_CONCURRENCY (for each of ${reserving} functions) and the unreserved rest (${unreservedMin}, or more for RENDER_WORKERS_MAX and WEBHOOK_WORKERS_MAX)`,
      }
    : {
        needed,
        because: `API_REQUESTS_PER_SECOND (${renderSeconds} s each), RENDER_WORKERS_MAX and WEBHOOK_WORKERS_MAX`,
      }
}

/** Returns the quotas that a stage with these settings can use up. */
export const describeQuotas = (settings: Settings): Quota[] => {
  const { region } = settings
  return [
    {
      service: 'lambda',
      code: 'L-B99A9384',
      name: 'Concurrent executions',
      region,
      ...describeExecutions(settings),
    },
    {
      service: 'apigateway',
      code: 'L-8A5B8E43',
      name: 'Throttle rate',
      region,
      needed: settings.apiRequestsPerSecond,
      because: 'API_REQUESTS_PER_SECOND',
    },
    {
      service: 'apigateway',
      code: 'L-CDF5615A',
      name: 'Throttle burst rate',
      region,
      needed: settings.apiRequestsBurst,
      because: 'API_REQUESTS_BURST',
    },
    {
      service: 'cloudfront',
      code: 'L-AECE9FA7',
      name: 'Response timeout per origin',
      region: 'us-east-1',
      needed: originReadTimeoutSeconds,
      because: 'the longest renders',
    },
    {
      service: 'cloudfront',
      code: 'L-CF0D4FC5',
      name: 'Response headers policies per AWS account',
      region: 'us-east-1',
      needed: headersPoliciesPerStage,
      because: 'the policies of one stage',
    },
  ]
}

/** Reads every quota, several at a time. */
export const checkQuotas = (settings: Settings, read: ReadQuota): Promise<QuotaResult[]> =>
  Promise.all(describeQuotas(settings).map(async (quota) => ({ quota, value: await read(quota) })))
