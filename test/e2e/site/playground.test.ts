import { expect, test, vi } from 'vitest'
import {
  click,
  expectAccessible,
  fill,
  heading,
  replaceText,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'

const dashboard = await startDashboard()

const playground = (search: string) =>
  `/playground?${search}&block_annoyance=none&url=${encodeURIComponent(dashboard.site.url)}`

test('a mistake is shown at its field before it costs a hit; a corrected form renders, and is saved as a task that runs and compares its runs', async () => {
  const page = await dashboard.openSignedIn(
    playground('operation=screenshot&image_quality=101&viewport_height=300'),
  )
  await heading(page, 'Playground')
  await fill(page, 'Search parameters', 'dark_mode')
  await click(page, 'button', 'Render')
  await seesText(page, 'image_quality is 101. It must be an integer from 1 to 100.')
  await page.waitForFunction(() => document.activeElement?.id === 'parameter-image_quality')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.waitForFunction(() => /image_quality=10(&|$)/.test(location.search))
  await page.keyboard.type('5')
  await seesText(page, 'image_quality is 105. It must be an integer from 1 to 100.')
  expect(await dashboard.read('/v1/usage')).toMatchObject({ hits: { used: 0 } })
  await click(page, 'button', 'Reset Quality (image_quality)')
  await page.waitForFunction(() => !location.search.includes('image_quality'))

  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  await seesText(page, '1,280 × 300 pixels')
  await click(page, 'tab', 'Timeline')
  await seesText(page, 'Load the page')

  using _clock = await dashboard.service.borrowClock()
  await click(page, 'button', 'Save as task')
  await heading(page, 'New task')
  await fill(page, 'Name', 'From the playground')
  await click(page, 'combobox', 'Frequency')
  await click(page, 'option', 'Every minute')
  await page.locator('label::-p-text(Watch for changes of the image)').click()
  await fill(page, 'Threshold', '1')
  await click(page, 'button', 'Create task')
  await heading(page, 'From the playground')
  await seesText(page, 'No runs yet')
  const { id } = ((await dashboard.read('/v1/tasks')) as { tasks: [{ id: number }] }).tasks[0]
  const runNext = async (runs: number) => {
    expect(await dashboard.service.passMinute()).toContainEqual(expect.stringContaining(`task-${id}-`))
    await vi.waitFor(
      async () => {
        const { requests } = (await dashboard.read(`/v1/tasks/${id}/runs`)) as {
          requests: { status: string }[]
        }
        expect(requests.map(({ status }) => status)).toEqual(Array(runs).fill('done'))
      },
      { timeout: 45_000, interval: 200 },
    )
  }
  await runNext(1)
  await page.reload()
  await page.waitForSelector('a[aria-label^="Run "]')
  expect(await dashboard.read('/v1/tasks')).toMatchObject({
    tasks: [{ query: expect.stringContaining('viewport_height=300'), watch: { threshold: 1 } }],
  })

  await runNext(2)
  await page.reload()
  await click(page, 'button', 'Accept the latest run')
  await seesText(page, 'That is not more than the threshold.')
  await expectAccessible(page)
  // With the keyboard, as the page behind the dialog may still move.
  await page.focus('::-p-aria([name="Accept"][role="button"])')
  await page.keyboard.press('Enter')
  await seesText(page, 'The latest run is the baseline')
  await page.locator('label ::-p-text(Side by side)').click()
  await page.waitForSelector('section[aria-label="Before"] img[alt="Before"]')
  await page.waitForSelector('section[aria-label="After"] img[alt="After"]')
  await page.locator('label ::-p-text(Difference)').click()
  await page.waitForSelector('img[alt="Changed pixels in red"]')
  // The box around the change is in the middle of what is shown.
  await click(page, 'button', 'Zoom to change')
  await page.waitForFunction(() => {
    const stage = document.querySelector('section[aria-label^="After, with"]')
    const box = stage?.querySelector('span')?.getBoundingClientRect()
    const frame = stage?.getBoundingClientRect()
    return frame && box && box.width > frame.width / 20 && box.left >= frame.left && box.right <= frame.right
  })
  await expectAccessible(page)
})

test('a task with a mistake is not created, and the mistake has the focus, although its group was closed; the way back leads to the same form', async () => {
  const page = await dashboard.openSignedIn(playground('operation=screenshot&image_quality=101'))
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }])
  await page.locator('label ::-p-text(HTML)').click()
  await fill(page, 'HTML document', '<h1>Hello</h1>')
  await click(page, 'button', 'Save as task')
  await fill(page, 'Name', 'Hello')
  await click(page, 'button', 'Create task')
  await page.waitForSelector('#parameter-image_quality:focus')
  expect(page.url()).toBe(`${dashboard.service.baseUrl}/dashboard/tasks/new`)
  await page.goBack()
  await heading(page, 'Playground')
  const html = page
    .locator('[aria-label="HTML document"]')
    .map((field) => (field as HTMLTextAreaElement).value)
  expect(await html.wait()).toBe('<h1>Hello</h1>')
  // What was changed since is not undone, and neither a reload nor the navigation forgets it.
  await fill(page, 'HTML document', '<h1>Bye</h1>')
  await click(page, 'link', 'Tasks')
  await heading(page, 'Tasks')
  await page.goBack()
  expect(await html.wait()).toBe('<h1>Bye</h1>')
  await page.reload()
  expect(await html.wait()).toBe('<h1>Bye</h1>')
  await click(page, 'link', 'Tasks')
  await heading(page, 'Tasks')
  await click(page, 'link', 'Playground')
  expect(await html.wait()).toBe('<h1>Bye</h1>')
  // A link to other parameters is followed.
  await page.goto(`${dashboard.service.baseUrl}/dashboard/playground?operation=pdf`)
  await page.waitForSelector('[aria-label="URL of the page"]')
  expect(await page.$('[aria-label="HTML document"]')).toBeNull()
})

test('Enter renders a URL whose scheme was left out; the result says what the page responded, and whether there is nothing to see', async () => {
  const page = await dashboard.openSignedIn('/playground?block_annoyance=none&viewport_height=200')
  const field = '[aria-label="URL of the page"]'
  await seesText(page, 'url=https://example.com/')
  await page.locator(field).click()
  await page.keyboard.type('http')
  expect(await page.$eval(field, (input) => input.ariaInvalid)).not.toBe('true')
  await page.keyboard.press('Tab')
  await page.waitForSelector(`${field}[aria-invalid="true"]`)

  await replaceText(page, field, dashboard.site.url.replace('http://', ''))
  await page.keyboard.press('Enter')
  await seesText(page, 'Page: 200 OKsite')
  await seesText(page, '1,280 × 200 pixels')
  expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe(dashboard.site.url)
  await replaceText(page, field, `${dashboard.site.url.replace('http://', '')}/nowhere`)
  await page.keyboard.press('Enter')
  await seesText(page, 'Page: 404 Not Found')
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('All pixels have one color.')

  await page.locator('label ::-p-text(HTML)').click()
  await fill(page, 'HTML document', '<title>Nothing</title><body>')
  await click(page, 'button', 'Render')
  await seesText(page, 'All pixels have one color.')
  await seesText(page, 'Nothing')
  // The way back from another page leads to the same result.
  await click(page, 'link', 'Tasks')
  await heading(page, 'Tasks')
  await click(page, 'link', 'Playground')
  await seesText(page, 'All pixels have one color.')
})

test('a link can be opened and put into a page, and its key opens nothing but links with a valid signature', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const page = await dashboard.openSignedIn(playground('operation=screenshot&viewport_height=200'), owner)
  await click(page, 'tab', 'Signed link')
  const open = '::-p-aria([name="Open"][role="link"])'
  const makeLink = async () => {
    await click(page, 'button', 'Create link')
    await page.waitForSelector(open)
    return new URL(await page.$eval(open, (a) => (a as HTMLAnchorElement).href))
  }
  const link = await makeLink()
  const response = await fetch(link)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await response.arrayBuffer()
  await seesText(page, `<img src="${link.href.replaceAll('&', '&amp;')}" alt="">`)
  await expectAccessible(page)

  expect(link.href).not.toContain(owner.accessKey)
  const unsigned = new URL(link)
  unsigned.searchParams.delete('signature')
  unsigned.searchParams.delete('expires')
  const changed = new URL(link)
  changed.searchParams.set('viewport_height', '300')
  const accessKey = link.searchParams.get('access_key') ?? ''
  const others = ['usage', 'requests', 'account', 'devices'].map(
    (path) => `${dashboard.service.baseUrl}/v1/${path}?access_key=${accessKey}`,
  )
  for (const url of [unsigned, changed, ...others]) expect((await fetch(url)).status, String(url)).toBe(403)

  // The second link has the key of the first one.
  await click(page, 'combobox', 'Valid for')
  await click(page, 'option', 'No end')
  await page.waitForSelector(open, { hidden: true })
  const lasting = await makeLink()
  expect(lasting.searchParams.get('access_key')).toBe(accessKey)
  expect(lasting.searchParams.has('expires')).toBe(false)
  // The tab is remembered.
  await click(page, 'tab', 'curl')
})

test('documents, texts and videos are shown under the content security policy', async () => {
  const page = await dashboard.openSignedIn('/keys')
  for (const [search, shown] of [
    ['operation=pdf', 'canvas[aria-label="Page 1"]'],
    ['operation=scrape&js_enabled=false&response_type=json', '.hljs-attr'],
    ['operation=screencast&duration=1&fps=5', 'video'],
  ] as const) {
    await page.goto(`${dashboard.service.baseUrl}/dashboard${playground(search)}`)
    await click(page, 'button', 'Render')
    await page.waitForSelector(shown, { timeout: 30_000 })
  }
})

test('options are edited as JSON, with mistakes named by their path, and a snapshot shows its files next to the form and in its request', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const page = await dashboard.openSignedIn(
    playground('operation=snapshot&outputs=screenshot,markdown'),
    owner,
  )
  await fill(page, 'Search parameters', 'screenshot_options')
  const options = '#parameter-screenshot_options'
  await replaceText(page, options, '{"image_width": "wide"}')
  await click(page, 'button', 'Render')
  await seesText(page, 'screenshot_options.image_width is "wide"')
  await replaceText(page, options, '{"format": "webp", "image_width": 320}')
  await click(page, 'button', 'Render')
  await page.waitForSelector('img[alt="The output screenshot"]', { timeout: 20_000 })
  // The plan has no tasks.
  expect(await page.$('::-p-aria([name="Save as task"])')).toBeNull()
  await seesText(page, 'image/webp, 320 × ')
  await click(page, 'link', 'Requests')
  await click(page, 'link', dashboard.site.url)
  await page.waitForSelector('[role=dialog] img[alt="The output screenshot"]')
  await seesText(page, 'text/markdown, ')
  await seesText(page, '"outputs": {')
  await expectAccessible(page)
})

test('a recipe fills the form and renders, and so does a sample of the documentation, with its HTML', async () => {
  const { page, faults } = await dashboard.open()
  await dashboard.signIn(page, '/playground')
  const isChosen = (name: string) =>
    page.waitForSelector(`::-p-aria([name="${name}"][role="tab"])[aria-selected="true"]`)
  await click(page, 'button', 'Recipes')
  await click(page, 'menuitem', 'Article as Markdown Scrape')
  await isChosen('Scrape')
  expect(await page.$eval('input[type="url"]', ({ value }) => value)).toBe('http://demo.stillframe.example/')
  await page.waitForFunction(() => location.search.includes('only_main_content=true'))

  await page.goto(`${dashboard.service.baseUrl}/docs/guides/recipes#invoice-with-page-numbers`)
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  await page.locator('#invoice-with-page-numbers ~ .playground-link a').click()
  await heading(page, 'Playground')
  // VitePress inserts one while it changes colors, and the policy of the documentation allows it.
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.startsWith('style element')))
  await isChosen('PDF')
  expect(await page.$eval('textarea[aria-label="HTML document"]', ({ value }) => value)).toContain(
    'Invoice 17',
  )
  await click(page, 'button', 'Render')
  await seesText(page, '1 page')
})
