import { expect, test } from 'vitest'
import { chromiumVersion } from '../../../lib/schema/chromium-version.ts'
import { startTestService } from '../../support/service/service.ts'

test('the service is ready once its browser has rendered, Prometheus reads its metrics on another port, and URLs have the public name', async () => {
  const publicUrl = 'https://render.example.com'
  await using service = await startTestService({ METRICS_PORT: '0', PUBLIC_URL: publicUrl })
  const get = async (path: string) => {
    const response = await fetch(service.baseUrl + path)
    return [response.status, response.headers.get('content-type'), await response.json()] as const
  }
  expect(await get('/health')).toEqual([200, 'application/json', { status: 'ok' }])
  expect((await get('/ready'))[0]).toBe(503)
  await expect.poll(async () => (await get('/ready'))[0], { timeout: 60_000 }).toBe(200)
  const [, , ready] = await get('/ready')
  expect(ready).toEqual({ status: 'ok', browser: chromiumVersion })
  const [, , { info, servers }] = await get('/v1/openapi.json')
  expect(info['x-chromium-version']).toBe(chromiumVersion)
  // Behind a proxy, URLs in responses begin with the name that callers use.
  expect(servers).toEqual([{ url: publicUrl }])
  // Nothing was counted for an account.
  const usage = await fetch(`${service.baseUrl}/v1/usage`, { headers: { 'x-access-key': service.accessKey } })
  expect(await usage.json()).toMatchObject({ hits: { used: 0 } })

  const image = await service.screenshot({ url: 'http://demo.stillframe.example/', metadata_report: 'true' })
  expect(image.status).toBe(200)
  const report = JSON.parse(image.headers.get('x-service-metadata-report') ?? '{}')
  expect(report.browser).toBe(ready.browser)
  const line = service.logLines
    .map((text) => JSON.parse(text))
    .find(({ operation }) => operation === 'screenshot')
  expect(line.browser).toBe(ready.browser)

  const metricsUrl = service.metricsUrl ?? ''
  expect(new URL(metricsUrl).port).not.toBe(new URL(service.baseUrl).port)
  expect((await fetch(`${service.baseUrl}/metrics`)).status).toBe(404)
  const read = async () => (await fetch(metricsUrl)).text()
  await expect.poll(read).toContain('stillframe_requests_total{operation="screenshot",outcome="ok"} 1')
  const text = await read()
  for (const sample of [
    'stillframe_requests_total{operation="usage",outcome="ok"} 1',
    'stillframe_total_duration_seconds_count{operation="screenshot"} 1',
    'stillframe_queue_messages{queue="render-dead-letters",state="visible"} 0',
    'stillframe_processes{function="render",state="idle"} ',
    'stillframe_ready 1',
  ])
    expect(text).toContain(sample)
  // Lines of metrics are printed only with METRICS=on.
  expect(service.logLines.filter((logged) => logged.includes('_aws'))).toEqual([])

  const page = { url: 'http://demo.stillframe.example/', cache: 'true', response_type: 'json' }
  const { file } = await (await service.screenshot(page)).json()
  expect(file).toContain(`${publicUrl}/cache/`)
  const stored = await fetch(service.baseUrl + new URL(file).pathname)
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})
