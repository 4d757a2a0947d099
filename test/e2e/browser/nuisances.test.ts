import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { groupMembers } from '../../../lib/render/browser/process-group.ts'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { page as html, type Route } from '../../support/sites/fixture-server.ts'

const download: Route = (_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="loot.bin"',
  })
  response.end('loot')
}

const done = 'document.title = String(result)'

const routes = {
  '/plain': html('<title>plain</title>'),
  '/alert': html(`<script>const result = alert('Hello'); ${done}</script>`),
  '/confirm': html(`<script>const result = confirm('Sure?'); ${done}</script>`),
  '/prompt': html(`<script>const result = prompt('Name?', 'x'); ${done}</script>`),
  '/print': html(`<script>const result = print(); ${done}</script>`),
  '/alerts': html(`<script>let result = 0; while (result < 50) { alert(++result) } ${done}</script>`),
  '/popups': html(
    `<script>let result = 0; for (let i = 0; i < 50; i++) if (open('/plain?' + i, '_blank')) result++; ${done}</script>
    <a href="/plain" target=_blank onclick="if (window.open('/plain')) result++; document.title = result + ' clicked'">open</a>`,
  ),
  '/closes': html(`<script>const result = 'stays'; close(); open('', '_self').close(); ${done}</script>`),
  '/beforeunload': html(
    `<body><a href="/plain">leave</a><script>onbeforeunload = (event) => event.preventDefault()</script>`,
  ),
  '/downloads': html(
    '<title>stays</title><a id="save" href="/loot" download></a><iframe src="/loot"></iframe><script>save.click(); location = "/loot"</script>',
  ),
  '/loot': download,
}

vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'marker-of-a-secret')
const fixture = await startBrowserFixture(routes)
await fixture.render(async () => {})
vi.unstubAllEnvs()
afterAll(() => fixture[Symbol.asyncDispose]())

const open = <T>(path: string, then: (page: Page) => Promise<T>) =>
  fixture.render(async ({ page }) => {
    await page.goto(fixture.site.url + path)
    return then(page)
  })

const title = (page: Page) => page.title()

describe('dialogs are answered automatically', () => {
  test.each([
    ['/alert', 'undefined'],
    ['/confirm', 'false'],
    ['/prompt', 'null'],
    ['/print', 'undefined'],
    ['/alerts', '50'],
  ])('%s returns %s', async (path, expected) => {
    expect(await open(path, title)).toBe(expected)
  })

  test('a page that asks the user to stay is left', async () => {
    const left = await open('/beforeunload', async (page) => {
      await Promise.all([page.waitForNavigation(), page.click('a')])
      return page.title()
    })
    expect(left).toBe('plain')
  })

  test('a page can neither open another nor close itself', async () => {
    const pages = await open('/popups', async (page) => {
      expect(await page.title()).toBe('0')
      // After a real click, browsers let a page open a window.
      await page.click('a')
      expect(await page.title()).toBe('0 clicked')
      return page.browserContext().pages()
    })
    expect(pages).toHaveLength(1)
    expect(await open('/closes', title)).toBe('stays')
  })

  test('downloads are not saved', async () => {
    const saved = await open('/downloads', async (page) => {
      const requested = () => fixture.site.requests.filter(({ path }) => path === '/loot').length
      await expect.poll(requested).toBeGreaterThanOrEqual(2)
      expect(await page.title()).toBe('stays')
      return fixture
        .directories()
        .flatMap((name) => readdirSync(join(tmpdir(), name), { recursive: true, encoding: 'utf8' }))
    })
    expect(JSON.stringify(saved)).not.toContain('loot')
  })
})

describe('the browser process', () => {
  test('does not inherit the environment', async () => {
    const environments = await open('/plain', async () =>
      groupMembers(fixture.browserId()).flatMap((pid) =>
        unlessHidden(() => [readFileSync(`/proc/${pid}/environ`, 'latin1')]),
      ),
    )
    expect(environments.length).toBeGreaterThan(1)
    for (const environment of environments) expect(environment).not.toMatch(/AWS_|marker|NODE_|VITEST/)
  })

  test('listens on no port', async () => {
    const listening = await open('/plain', async () => listeningSockets(fixture.browserId()))
    expect(listening).toEqual([])
  })
})

/** Only root may look into a process that is sandboxed. */
const unlessHidden = (look: () => string[]): string[] => {
  try {
    return look()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []
    throw error
  }
}

/** Inodes of the group's sockets that /proc/net/tcp lists as listening (state 0A). */
const listeningSockets = (groupId: number) => {
  const listening = ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'latin1').split('\n').slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A')
    .map((columns) => `socket:[${columns[9]}]`)
  const own = new Set(groupMembers(groupId).flatMap(openFiles))
  expect(own.size).toBeGreaterThan(0)
  return listening.filter((socket) => own.has(socket))
}

const openFiles = (pid: number) =>
  unlessHidden(() => readdirSync(`/proc/${pid}/fd`)).flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${descriptor}`)]
    } catch {
      // Closed since it was listed.
      return []
    }
  })
