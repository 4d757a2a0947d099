import { describe, expect, test } from 'vitest'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** What the first script of a page finds in its storage, in its title. */
const reader = `<!doctype html><title></title><p>text<script>
  document.title = localStorage.token + sessionStorage.step + window.early
  localStorage.token = 'changed'
</script>`

const fixture = await startRenderFixture({
  '/logged-in': page(reader),
  '/frame': page('<!doctype html><title></title><p>text<iframe src="/inner"></iframe>'),
  '/inner': page('<script>parent.document.title += window.early + localStorage.token</script>'),
  '/requests': page(
    '<!doctype html><title>requests</title><img src="/broken?key=s3cret"><p>Sold  <b>OUT</b></p>',
  ),
  '/broken': (_request, response) => void response.writeHead(503).end(),
  '/leaving': page("<p>text<script>setTimeout(() => { location = '/arrived' }, 250)</script>"),
  '/arrived': page('<!doctype html><title>arrived</title><p>text<script>window.arrived = true</script>'),
  '/refused': page('<!doctype html><title>refused</title><p>text<img src="http://10.255.0.1/a.png">'),
  '/missing': (_request, response) =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>gone</title>gone'),
})

const title = metadata('title')

describe('storage and scripts at the start', () => {
  const first = {
    localStorage: { token: 't' },
    sessionStorage: { step: '2' },
    initScripts: "window.early = 'e'",
  }

  test("come before the page's own scripts, and a value that the page has changed stays", async () => {
    const shot = await fixture.shoot('/logged-in', { ...first, metadata: title })
    expect(shot.metadata['Title']).toBe('t2e')
    const again = await fixture.shoot('/logged-in', {
      ...first,
      actions: [{ action: 'evaluate', script: 'location.reload(); await new Promise(() => {})' }],
      metadata: title,
    })
    expect(again.metadata['Title']).toBe('changed2e')
  })

  test('also exist in frames, and the storage only for the origin of the page', async () => {
    const { metadata: own } = await fixture.shoot('/frame', {
      ...first,
      waitUntil: ['load'],
      metadata: title,
    })
    expect(own['Title']).toBe('et')
    const elsewhere = await fixture.shootHtml(
      `<!doctype html><title></title><p>text<script>document.title = window.early + localStorage.token</script><iframe src="${fixture.site.url}/logged-in"></iframe>`,
      { ...first, metadata: title },
    )
    expect(elsewhere.metadata['Title']).toBe('et')
  })
})

describe('waiting and scrolling', () => {
  const late =
    '<!doctype html><title>0</title><p>text<script>setTimeout(() => { window.ready = 1; document.title = 1 }, 200)</script>'

  test('wait_for_function waits for an expression, or for a function to return true', async () => {
    for (const waitForFunction of ['window.ready === 1', '() => window.ready'])
      expect((await fixture.shootHtml(late, { waitForFunction, metadata: title })).metadata['Title']).toBe(
        '1',
      )
  })

  test('wait_for_function goes on in the next document if the page navigates meanwhile', async () => {
    const shot = await fixture.shoot('/leaving', {
      waitForFunction: 'new Promise((resolve) => setTimeout(() => resolve(window.arrived), 400))',
      metadata: title,
    })
    expect(shot.metadata['Title']).toBe('arrived')
  })

  // The browser ends an expression that runs for longer than 1 s.
  test.each([
    ['false', 500, /^`wait_for_function`: the expression did not become true within 0\.5 s\.$/],
    ['(() => { for (;;) {} })()', 1_500, /within 1\.5 s\.$/],
  ])('wait_for_function %s is a 400', async (waitForFunction, timeoutMs, message) => {
    await expect(fixture.shootHtml(late, { waitForFunction, timeoutMs })).rejects.toMatchObject({
      code: 'page_timeout',
      message: expect.stringMatching(message),
    })
  })

  test('scroll_into_view shows an element in the middle', async () => {
    const html =
      '<!doctype html><body style="margin: 0; height: 4000px"><div id=box style="position: absolute; top: 2000px; width: 400px; height: 100px; background: rgb(0, 200, 0)"></div>'
    const { image } = await fixture.shootHtml(html, { scrollIntoView: '#box' })
    expect([60, 150, 240].map((y) => image.at(200, y)[0])).toEqual([255, 0, 255])
    await expect(fixture.shootHtml(html, { scrollIntoView: '#no', timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'selector_not_found',
      message: expect.stringMatching(
        /^`scroll_into_view`: no visible element matched "#no" within [01]\.\d s\.$/,
      ),
    })
  })
})

describe('a page with a fault is a 400 with a specific code', () => {
  test.each([
    [
      'request_status',
      { failOnRequest: [{ from: 500, to: 599 }] },
      /status 503, which `fail_on_request` lists: http:.*\/broken$/,
    ],
    ['text_found', { failIfText: 'sold out' }, /`fail_if_text`: "sold out"\.$/],
    ['text_missing', { failIfMissingText: 'In stock' }, /`fail_if_missing_text`: "In stock"\.$/],
  ])('%s', async (code, overrides, message) => {
    const failed = fixture.shoot('/requests', { ...overrides, waitUntil: ['load'] })
    await expect(failed).rejects.toMatchObject({
      statusCode: 400,
      code,
      message: expect.stringMatching(message),
    })
  })

  test('text_found, also in open shadow roots and frames of the same origin, but not if it is hidden', async () => {
    const html = `<!doctype html><x-host></x-host><x-host hidden></x-host><iframe srcdoc="<p>In the frame"></iframe><script>
      const fill = (host, html) => { host.attachShadow({ mode: 'open' }).innerHTML = html }
      const [shown, hidden] = document.querySelectorAll('x-host')
      fill(shown, '<style>secret</style><p hidden>hidden</p>In <b>the</b> root')
      fill(hidden, '<p>unseen</p>')
    </script>`
    for (const failIfText of ['in the root', 'in the frame'])
      await expect(fixture.shootHtml(html, { failIfText, waitUntil: ['load'] })).rejects.toMatchObject({
        code: 'text_found',
      })
    for (const failIfMissingText of ['secret', 'hidden', 'unseen'])
      await expect(fixture.shootHtml(html, { failIfMissingText, waitUntil: ['load'] })).rejects.toMatchObject(
        { code: 'text_missing' },
      )
  })

  test('image_blank, only if every pixel has the same color', async () => {
    const blank = '<!doctype html><body style="background: rgb(0, 200, 0)">'
    for (const overrides of [{}, { format: 'jpeg', extension: 'jpeg' }, { omitBackground: true }] as const)
      await expect(fixture.shootHtml(blank, { failIfBlank: true, ...overrides })).rejects.toMatchObject({
        statusCode: 400,
        code: 'image_blank',
      })
    await fixture.shootHtml(`${blank}.`, { failIfBlank: true })
  })

  test('but a request that the service refused has no status', async () => {
    const shot = await fixture.shoot('/refused', {
      failOnRequest: [{ from: 400, to: 599 }],
      waitUntil: ['load'],
      metadata: title,
    })
    expect(shot.metadata['Title']).toBe('refused')
  })

  test('and a page without the fault is rendered: its own status is no request', async () => {
    const shot = await fixture.shoot('/missing', {
      failOnRequest: [{ from: 400, to: 599 }],
      failIfText: 'sold out',
      failIfMissingText: 'GONE',
      metadata: title,
    })
    expect(shot.metadata['Title']).toBe('gone')
  })
})
