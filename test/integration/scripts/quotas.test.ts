import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { checkQuotas, describeQuotas } from '../../../scripts/quotas/check-quotas.ts'
import { createQuotaReader } from '../../../scripts/quotas/read-quota.ts'
import { readSettings } from '../../../stacks/settings.ts'
import { listen } from '../../support/listen.ts'

type Values = Record<string, number>

/** Service Quotas of an AWS account: quotas that were changed, and defaults. The key is `region/service/code`. */
const startServiceQuotas = async (applied: Values, defaults: Values) => {
  const server = createServer(async (request, response) => {
    const { ServiceCode, QuotaCode } = (await json(request)) as Record<string, string>
    const [, region] =
      /Credential=[^/]+\/\d+\/([^/]+)\/servicequotas/.exec(request.headers.authorization ?? '') ?? []
    const values = String(request.headers['x-amz-target']).endsWith('.GetServiceQuota') ? applied : defaults
    const value = values[`${region}/${ServiceCode}/${QuotaCode}`]
    const body =
      value === undefined ? { __type: 'NoSuchResourceException' } : { Quota: { QuotaCode, Value: value } }
    response.writeHead(value === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(body))
  })
  return createQuotaReader({
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
}

test('a new account lacks only concurrent executions, and the settings that need them are named', async () => {
  const read = await startServiceQuotas(
    { 'eu-central-1/lambda/L-B99A9384': 10 },
    {
      'eu-central-1/apigateway/L-8A5B8E43': 10_000,
      'eu-central-1/apigateway/L-CDF5615A': 5_000,
      'us-east-1/cloudfront/L-AECE9FA7': 120,
      'us-east-1/cloudfront/L-CF0D4FC5': 20,
    },
  )
  const results = await checkQuotas(readSettings({}, 'trial'), read)
  expect(results).toHaveLength(5)
  const tooLow = results.filter(({ quota, value }) => value < quota.needed)
  expect(tooLow).toEqual([
    {
      value: 10,
      quota: expect.objectContaining({
        code: 'L-B99A9384',
        needed: 314,
        because: expect.stringMatching(/API_REQUESTS_PER_SECOND.*RENDER_WORKERS_MAX and WEBHOOK_WORKERS_MAX/),
      }),
    },
  ])
})

test.each([
  [{ RENDER_RESERVED_CONCURRENCY: '20' }, 314, /^API_REQUESTS_PER_SECOND/],
  [{ RENDER_RESERVED_CONCURRENCY: '190' }, 1050, /^RENDER_RESERVED_CONCURRENCY .*each of 5 functions/],
  [{ RENDER_RESERVED_CONCURRENCY: '100', RENDER_WORKERS_MAX: '500' }, 1007, /RENDER_WORKERS_MAX/],
])('%o requires %i concurrent executions', (environment, needed, because) => {
  const [executions] = describeQuotas(readSettings(environment, 'trial'))
  expect(executions).toMatchObject({ code: 'L-B99A9384', needed, because: expect.stringMatching(because) })
})

test('an error of Service Quotas is not taken for a quota', async () => {
  const read = await startServiceQuotas({}, {})
  await expect(checkQuotas(readSettings({}, 'trial'), read)).rejects.toMatchObject({
    name: 'NoSuchResourceException',
  })
})
