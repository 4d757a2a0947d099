import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startOtlpExporter } from '../../../local/metrics/otlp-exporter.ts'
import type { Family } from '../../../local/metrics/registry.ts'
import { listen } from '../../support/listen.ts'
import { startTestService } from '../../support/service/service.ts'

/** A collector that answers with these responses in turn, then with success. */
const startCollector = async (...responses: [status: number, body: string][]) => {
  const requests: { path: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    const [status, text] = responses.shift() ?? [200, '{}']
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  return { requests, url: `http://127.0.0.1:${await listen(server)}` }
}

const family: Family = {
  name: 'stillframe_ready',
  help: 'Ready.',
  type: 'gauge',
  values: [{ labels: {}, value: 1 }],
}

const start = (endpoint: string, collect = async () => [family]) => {
  const lines: string[] = []
  const stop = startOtlpExporter({
    ...{ endpoint, collect, everyMs: 5, log: (line) => lines.push(line) },
    headers: { authorization: 'Basic YTpi' },
    resource: { 'service.name': 'stillframe' },
  })
  onTestFinished(stop)
  return { lines, stop }
}

test('metrics are sent to the path below the endpoint, with the headers, and once more at the end', async () => {
  const { requests, url } = await startCollector()
  const { lines, stop } = start(`${url}/otlp/`)
  await expect.poll(() => requests.length).toBeGreaterThan(1)
  await stop()
  const sent = requests.length
  expect(requests[0]).toMatchObject({
    path: '/otlp/v1/metrics',
    headers: { 'content-type': 'application/json', authorization: 'Basic YTpi' },
  })
  const [resourceMetrics] = JSON.parse(requests[0]?.body ?? '').resourceMetrics
  expect(resourceMetrics.resource.attributes[0]).toEqual({
    key: 'service.name',
    value: { stringValue: 'stillframe' },
  })
  expect(resourceMetrics.scopeMetrics[0].metrics[0].name).toBe('stillframe_ready')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect([requests.length, lines]).toEqual([sent, []])
})

test('an outage is logged once, and the next one again', async () => {
  const rejected = '{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"too old"}}'
  const { requests, url } = await startCollector([503, ''], [401, ''], [200, ''], [200, rejected])
  const { lines } = start(url)
  await expect.poll(() => requests.length).toBeGreaterThan(5)
  const prefix = 'Metrics cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT:'
  expect(lines).toEqual([
    `${prefix} The collector returned 503.`,
    `${prefix} The collector rejected values: 3 data points. too old.`,
  ])
})

test('a collector that cannot be reached, or values that cannot be read, end nothing', async () => {
  const { url } = await startCollector()
  const gone = start('http://127.0.0.1:1')
  let reads = 0
  const broken = start(url, async () => {
    reads += 1
    throw new Error('no values')
  })
  await expect.poll(() => [gone.lines.length, broken.lines.length, reads > 2]).toEqual([1, 1, true])
  await gone.stop()
  expect(gone.lines).toHaveLength(1)
})

test('a service that stops sends what it has counted', async () => {
  const { requests, url } = await startCollector()
  {
    await using service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    await fetch(`${service.baseUrl}/v1/usage`, { headers: { 'x-access-key': service.accessKey } })
  }
  const [{ resource, scopeMetrics }] = JSON.parse(requests.at(-1)?.body ?? '').resourceMetrics
  expect(resource.attributes.map(({ key }: { key: string }) => key)).toEqual([
    'service.name',
    'service.version',
    'service.instance.id',
  ])
  const { sum } = scopeMetrics[0].metrics.find(
    ({ name }: { name: string }) => name === 'stillframe_requests_total',
  )
  const isUsage = (point: { attributes: unknown }) => /"usage".*"ok"/.test(JSON.stringify(point.attributes))
  expect(sum.dataPoints.filter(isUsage)).toEqual([expect.objectContaining({ asDouble: 1 })])
})
