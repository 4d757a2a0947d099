import { afterAll, expect, test } from 'vitest'
import { AddressBlockedError } from '../../../lib/base/errors.ts'
import { startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { send } from '../../support/sites/named-sites.ts'

const home = 'http://www.shop.test/'

const fixture = await startAnnoyanceFixture((_url, response) => send(response, 'text/html', '<p>page</p>'))
afterAll(() => fixture[Symbol.asyncDispose]())

test.each(['FILE://localhost/etc/passwd', 'view-source:file:///etc/passwd'])(
  'a browser that navigates to %s is killed before anything is read',
  async (url) => {
    const read: string[] = []
    const rendered = fixture.render(home, {}, async ({ page }) => {
      await page.goto(home)
      await page.goto(url).catch(() => undefined)
      read.push(await page.content())
    })
    await expect(rendered).rejects.toThrow(AddressBlockedError)
    expect(read).toEqual([])
  },
)

test('the next page has a browser', async () => {
  const rendered = fixture.render(home, {}, async ({ page }) => {
    await page.goto(home)
    return page.content()
  })
  await expect(rendered).resolves.toContain('<p>page</p>')
})
