import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnnoyanceFixture, startAnnoyanceFixture } from '../../support/annoyance-fixture.ts'
import { send } from '../../support/named-sites.ts'

const home = 'http://www.shop.test/'

let fixture: AnnoyanceFixture
beforeAll(async () => {
  fixture = await startAnnoyanceFixture((_url, response) => send(response, 'text/html', '<p>page</p>'))
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

test.each([
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'file://localhost/etc/passwd',
  'view-source:file:///etc/passwd',
])('not even the browser itself opens %s', async (url) => {
  const outcome = await fixture.render(home, {}, async ({ page }) => {
    await page.goto(home)
    return page.goto(url).then(
      () => 'opened',
      (error: Error) => error.message,
    )
  })
  expect(outcome).toContain('net::ERR_BLOCKED_BY_CLIENT')
})
