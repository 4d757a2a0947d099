import { expect, test } from 'vitest'
import { browsersOf } from '../../support/render/browser-processes.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()

const post = async (operation: string, options: object, baseUrl = service.baseUrl) => {
  const response = await fetch(`${baseUrl}/v1/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify({ cache: true, ...options }),
  })
  expect(response.status).toBe(200)
  const { headers } = response
  return { headers, cache: headers.get('x-service-cache'), body: await response.text() }
}

test('a function that only returns cache hits never starts a browser', async () => {
  const wanted = { html: '<h1>kept</h1>', block_annoyance: 'none', viewport_width: 120, viewport_height: 120 }
  const rendered = await post('screenshot', wanted)
  expect(browsersOf(service.processId)).not.toEqual([])
  const before = browsersOf(process.pid)
  await using own = await service.serveFunction('screenshot')
  for (let i = 0; i < 3; i++) {
    const hit = await post('screenshot', wanted, own.baseUrl)
    expect([hit.cache, hit.body]).toEqual(['hit', rendered.body])
    expect(browsersOf(process.pid).filter((id) => !before.includes(id))).toEqual([])
  }
})

test('a page that was rendered when its wait was over says so, and is rendered again the next time', async () => {
  const wanted = { html: '<h1>late', wait_for_selector: '#never', timeout: 1, on_timeout: 'capture' }
  const stored = await post('screenshot', { ...wanted, response_type: 'json' })
  expect(JSON.parse(stored.body)).toMatchObject({ timeout: 'wait_for_selector', content_type: 'image/jpeg' })
  const { cache, headers } = await post('screenshot', wanted)
  expect([cache, headers.get('x-service-timeout')]).toEqual(['miss', 'wait_for_selector'])
})
