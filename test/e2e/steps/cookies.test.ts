import { expect, test } from 'vitest'
import { setCookies } from '../../../lib/render/steps/set-cookies.ts'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { plan } from '../../support/render/render.ts'

test('cookies of a page with https are stored, also with a prefix in the name, and never sent over http', async () => {
  await using fixture = await startBrowserFixture()
  const names = ['a', '__Secure-b', '__Host-c', '__Http-d', '__Host-Http-e']
  const url = 'https://shop.example/'
  const stored = await fixture.render(async ({ page, cdp, scripts }) => {
    const cookies = names.map((name) => ({ name, value: '1', parameter: 'cookies[0]' }))
    await setCookies({ page, cdp, scripts }, { ...plan(), cookies, source: { kind: 'url', url } })
    const urls = [url, 'https://shop.example:8443/', 'http://shop.example/', 'https://www.shop.example/']
    const of = async (each: string) => (await cdp.send('Network.getCookies', { urls: [each] })).cookies
    expect((await Promise.all(urls.map(of))).map(({ length }) => length)).toEqual([5, 5, 0, 0])
    return of(url)
  })
  expect(stored.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})
