import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Frame } from 'puppeteer-core'
import { afterAll, describe, expect, test } from 'vitest'
import { allowing, testServer } from '../../support/render/egress-client.ts'
import { renderBehind, untilDenied } from '../../support/render/egress-render.ts'
import { canaryMarker, startCanary } from '../../support/sites/canary.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const canary = await startCanary()

const toLoopback = async () => ['127.0.0.1']

type Way = (target: string) => Route

const redirect =
  (status: number): Way =>
  (target) =>
  (_request, response) => {
    response.writeHead(status, { location: target }).end()
  }

const script =
  (code: string): Way =>
  (target) =>
    page(`<script>const target = ${JSON.stringify(target)}; ${code}</script>`)

const ways: [string, Way][] = [
  ['301', redirect(301)],
  ['302', redirect(302)],
  ['303', redirect(303)],
  ['307', redirect(307)],
  ['308', redirect(308)],
  ['refresh-header', (target) => page('<p>', { refresh: `0;url=${target}` })],
  ['refresh-meta', (target) => page(`<meta http-equiv="refresh" content="0;url=${target}">`)],
  ['location', script('location = target')],
  ['location-replace', script('location.replace(target)')],
  ['location-late', script('setTimeout(() => location.assign(target), 50)')],
  [
    'form-get',
    (target) => page(`<form action="${target}"></form><script>document.forms[0].submit()</script>`),
  ],
  [
    'form-post',
    (target) =>
      page(`<form method="post" action="${target}"></form><script>document.forms[0].submit()</script>`),
  ],
  ['link-click', (target) => page(`<a href="${target}">x</a><script>document.links[0].click()</script>`)],
  ['open-self', script('open(target, "_self")')],
  ['navigation-api', script('navigation.navigate(target)')],
  ['from-frame', (target) => page(`<iframe srcdoc='<script>top.location = "${target}"</script>'></iframe>`)],
]

test('no kind of navigation reaches a blocked address', async () => {
  const target = (name: string) => `http://nav-${name}.canary.test:${canary.port}/`
  const routes = Object.fromEntries(ways.map(([name, way]) => [`/${name}`, way(target(name))]))
  const site = await testServer(routes)
  const options = { policy: allowing(`127.0.0.1:${site.port}`), resolve: toLoopback }
  await renderBehind(options, async ({ page: tab }, egress) => {
    for (const [name] of ways) {
      await tab.goto(`${site.url}/${name}`, { waitUntil: 'domcontentloaded' }).catch(() => undefined)
      await untilDenied(egress, [`nav-${name}.canary.test`])
      expect(egress.failure(`nav-${name}.canary.test`)).toBe('address_blocked')
      expect(await tab.content().catch(() => '')).not.toContain(canaryMarker)
    }
  })
  expect(canary.connections()).toBe(0)
})

test('a name keeps its address for the whole render', async () => {
  const site = await testServer({ '*': page('<p>site') })
  let questions = 0
  const resolve = async () => (questions++ === 0 ? ['127.0.0.1'] : ['::1'])
  const policy = allowing(`127.0.0.1:${site.port}`)
  await renderBehind({ policy, resolve }, async ({ page: tab }) => {
    await tab.goto(`http://rebind.test:${site.port}/`)
    const request = `fetch('/again').then((r) => r.text())`
    expect(await tab.evaluate(request)).toContain('site')
    const canaryUrl = `http://rebind.test:${canary.port}/`
    expect(await tab.evaluate(`fetch(${JSON.stringify(canaryUrl)}).catch(() => 'failed')`)).toBe('failed')
  })
  expect(questions).toBe(1)
  expect(canary.connections()).toBe(0)
})

/** A frame that was detached throws immediately, or has no document. */
const contentOf = async (frame: Frame) => {
  try {
    return await frame.content()
  } catch {
    return ''
  }
}

describe('files of the machine', () => {
  const marker = 'file-marker-77c2'
  const path = join(temporaryFolder(afterAll), 'secret.html')
  writeFileSync(path, `<p>${marker}</p>`)
  const file = pathToFileURL(path).href

  const attempts: [string, (target: string) => string][] = [
    ['location', (target) => `<script>location = "${target}"</script>`],
    ['refresh-meta', (target) => `<meta http-equiv="refresh" content="0;url=${target}">`],
    ['open', (target) => `<script>open("${target}"); open("${target}", "_self")</script>`],
    ['link-click', (target) => `<a href="${target}">x</a><script>document.links[0].click()</script>`],
    ['form', (target) => `<form action="${target}"></form><script>document.forms[0].submit()</script>`],
    [
      'frame',
      (target) =>
        `<iframe src="${target}"></iframe><iframe srcdoc='<script>location="${target}"</script>'></iframe>`,
    ],
    ['backslashes', (target) => `<iframe src="${target.replace('file:///', '\\\\localhost/')}"></iframe>`],
    ['object', (target) => `<object data="${target}"></object><embed src="${target}">`],
    ['style', (target) => `<link rel="stylesheet" href="${target}"><style>@import "${target}"</style>`],
    [
      'fetch',
      (target) => `<script>fetch("${target}").then((r) => r.text()).then((t) => document.write(t))</script>`,
    ],
    [
      'xhr',
      (target) =>
        `<script>const x = new XMLHttpRequest(); x.open("GET", "${target}"); x.onload = () => document.write(x.response); x.send()</script>`,
    ],
    ['import', (target) => `<script type="module">import "${target}"</script>`],
    ['view-source', (target) => `<script>location = "view-source:${target}"</script>`],
    ['view-source-frame', (target) => `<iframe src="view-source:${target}"></iframe>`],
  ]

  test('cannot be read through any link, frame or script of a page', async () => {
    const served = (name: string) => {
      const attempt = attempts.find(([own]) => own === name)?.[1] ?? (() => '')
      return `<title>${name}</title>${attempt(file)}`
    }
    const site = await testServer({
      '*': (request, response, url) => page(served(url.pathname.slice(1)))(request, response, url),
    })
    await renderBehind({ policy: allowing(`127.0.0.1:${site.port}`) }, async ({ page: tab, cdp }) => {
      const refusals: string[] = []
      cdp.on('Log.entryAdded', ({ entry }) => {
        if (/local resource|cannot load file/.test(entry.text)) refusals.push(entry.text)
      })
      cdp.on('Network.loadingFailed', ({ errorText }) => {
        if (errorText === 'net::ERR_SOCKS_CONNECTION_FAILED') refusals.push(errorText)
      })
      await cdp.send('Log.enable')
      await cdp.send('Network.enable')
      for (const [name] of attempts) {
        // From a page with a refused frame, `goto` would wait for that frame.
        await cdp.send('Page.navigate', { url: `${site.url}/${name}` })
        await expect.poll(() => refusals.splice(0), { message: name }).not.toEqual([])
        for (const frame of tab.frames()) {
          expect(frame.url()).not.toMatch(/^(file|view-source):/)
          // A frame whose first navigation was refused has no document to ask for.
          if (frame.url() !== '') expect(await contentOf(frame)).not.toContain(marker)
        }
      }
    })
  })
})
