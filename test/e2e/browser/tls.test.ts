import { expect, test } from 'vitest'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { startTlsSite } from '../../support/sites/tls-site.ts'

test('a certificate that nobody has signed is refused', async () => {
  await using fixture = await startBrowserFixture()
  await using site = await startTlsSite()
  const opened = fixture.render(({ page }) => page.goto(site.url))
  await expect(opened).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
  expect(fixture.launched).toHaveLength(1)
})

test('a page behind TLS is read where its certificate is let through', async () => {
  await using fixture = await startBrowserFixture()
  await using site = await startTlsSite()
  const title = await fixture.render(async ({ page, cdp }) => {
    await cdp.send('Security.setIgnoreCertificateErrors', { ignore: true })
    await page.goto(site.url)
    return page.title()
  })
  expect(title).toBe('secure')
})
