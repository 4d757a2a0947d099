import { expect, test } from 'vitest'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { startTlsSite } from '../../support/sites/tls-site.ts'

test('a self-signed certificate is refused, and a page is loaded over TLS if its certificate is accepted', async () => {
  await using fixture = await startBrowserFixture()
  const url = await startTlsSite()
  const opened = fixture.render(({ page }) => page.goto(url))
  await expect(opened).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
  const title = await fixture.render(async ({ page, cdp }) => {
    await cdp.send('Security.setIgnoreCertificateErrors', { ignore: true })
    await page.goto(url)
    return page.title()
  })
  expect(title).toBe('secure')
  expect(fixture.launched).toHaveLength(1)
})
