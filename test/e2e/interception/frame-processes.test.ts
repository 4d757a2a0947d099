import { afterAll, expect, test } from 'vitest'
import { startConsent } from '../../../lib/render/blocking/annoyances/start-consent.ts'
import { searchMs, startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import type { BlockOptions } from '../../support/render/block-plan.ts'
import { bannerSite } from '../../support/sites/banner-site.ts'
import { type SiteHandler, send } from '../../support/sites/named-sites.ts'

const home = 'http://www.shop.test/'

const pages: Record<string, string> = {
  [home]: '<iframe src="http://third.test/frame"></iframe>',
  'http://third.test/frame': `<p>frame</p><img src="/image"><img src="http://www.shop.test/own"><script>
    fetch('/fetch')
    new WebSocket('ws://third.test/socket')
  </script><iframe src="http://fourth.test/inner"></iframe>`,
  'http://fourth.test/inner': '<img src="/deep"><img src="http://www.shop.test/own-deep">',
}

const site: SiteHandler = (url, response) =>
  url.hostname === 'www.news.test' || url.hostname.includes('privacy-mgmt')
    ? bannerSite(url, response)
    : send(response, pages[url.href] ? 'text/html' : 'text/plain', pages[url.href] ?? '')

const fixture = await startAnnoyanceFixture(site)
afterAll(() => fixture[Symbol.asyncDispose]())

const visit = (options: BlockOptions, url = home) =>
  fixture.render(url, options, async (session, plan, report) => {
    const consent = await startConsent(session, plan, fixture.annoyances, report)
    await session.page.goto(url, { waitUntil: ['load', 'networkidle2'] })
    await consent.settled(searchMs, undefined, searchMs)
    const targets = (await session.cdp.send('Target.getTargets')).targetInfos
    const processes = targets.filter(({ type }) => type === 'iframe').length
    const isShown = await session.page.evaluate(() =>
      document.querySelector('[data-banner]')?.checkVisibility(),
    )
    return { processes, isShown, report, requests: [...fixture.sites.requests] }
  })

const arrived = ({ requests }: Awaited<ReturnType<typeof visit>>) => requests.map(({ url }) => url)

test('requests of the frames are blocked', async () => {
  const result = await visit({ resourceTypes: ['fetch', 'websocket'], urlPatterns: ['*/image', '*/deep'] })
  expect(arrived(result).toSorted()).toEqual(
    [
      home,
      'http://third.test/frame',
      'http://fourth.test/inner',
      'http://www.shop.test/own',
      'http://www.shop.test/own-deep',
    ].toSorted(),
  )
})

test('headers are sent to the target site from frames with their own processes, and to no other', async () => {
  const result = await visit({
    headers: [{ name: 'x-token', value: 'secret' }],
    authorization: 'Basic x',
  })
  expect(result.processes).toBe(2)
  expect(arrived(result)).toEqual(
    expect.arrayContaining([
      'http://third.test/image',
      'http://third.test/fetch',
      'http://fourth.test/deep',
      'http://www.shop.test/own-deep',
      'CONNECT third.test:80',
    ]),
  )
  for (const { url, headers } of result.requests.filter((request) => request.url.startsWith('http'))) {
    const expected = url.startsWith(home) ? ['secret', 'Basic x'] : [undefined, undefined]
    expect([url, headers['x-token'], headers.authorization]).toEqual([url, ...expected])
  }
})

test('a consent dialog in a frame with its own process is declined', async () => {
  const { isShown, report } = await visit(
    { annoyances: ['cookies_banner'] },
    'http://www.news.test/self/sourcepoint',
  )
  expect([isShown, report.consent]).toEqual([undefined, 'declined'])
  expect(report.consentPlatform).toMatch(/sourcepoint/i)
  expect(report.waitsExpired).toEqual([])
})
