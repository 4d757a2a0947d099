import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
  type ServiceQuotasClientConfig,
} from '@aws-sdk/client-service-quotas'
import type { ReadQuota } from './check-quotas.ts'

/** Creates a reader of the AWS account's quotas. A quota that was never changed has only its default. */
export const createQuotaReader =
  (config: ServiceQuotasClientConfig = {}): ReadQuota =>
  async ({ service, code, region }) => {
    const client = new ServiceQuotasClient({ ...config, region })
    const input = { ServiceCode: service, QuotaCode: code }
    const { Quota } = await client.send(new GetServiceQuotaCommand(input)).catch((error: Error) => {
      if (error.name !== 'NoSuchResourceException') throw error
      return client.send(new GetAWSDefaultServiceQuotaCommand(input))
    })
    if (Quota?.Value === undefined)
      throw new Error(`Service Quotas returned no value for ${service} ${code}.`)
    return Quota.Value
  }
