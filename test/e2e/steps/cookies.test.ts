import { expect, test } from 'vitest'
import { setCookies } from '../../../lib/render/page/steps/set-cookies.ts'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { plan } from '../../support/render/render.ts'

test('cookies whose names have a prefix are stored on a page with https', async () => {
  await using fixture = await startBrowserFixture()
  const names = ['a', '__Secure-b', '__Host-c', '__Http-d', '__Host-Http-e']
  const url = 'https://shop.example/'
  const stored = await fixture.render(async ({ page, cdp }) => {
    const cookies = names.map((name) => ({ name, value: '1', parameter: 'cookies[0]' }))
    await setCookies({ page, cdp }, { ...plan(), cookies, source: { kind: 'url', url } })
    return (await cdp.send('Network.getCookies', { urls: [url] })).cookies
  })
  expect(stored.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})
