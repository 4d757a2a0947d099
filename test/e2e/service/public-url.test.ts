import { expect, test } from 'vitest'
import { startTestService } from '../../support/service/service.ts'

test('behind a proxy, the URLs in responses begin with the name that callers use', async () => {
  const publicUrl = 'https://render.example.com'
  await using service = await startTestService({ PUBLIC_URL: publicUrl })
  const openApi = await fetch(`${service.baseUrl}/v1/openapi.json`)
  expect((await openApi.json()).servers).toEqual([{ url: publicUrl }])

  const page = { url: 'http://demo.stillframe.example/', cache: 'true', response_type: 'json' }
  const { file } = await (await service.screenshot(page)).json()
  expect(file).toContain(`${publicUrl}/cache/`)
  const image = await fetch(service.baseUrl + new URL(file).pathname)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})
