import { expect, test } from 'vitest'
import { withPhasePage } from '../../support/render/phase-page.ts'

const html = `<!doctype html><html><head></head><body style="height: 2000px"><img loading="lazy" src="data:,"><p style="position: fixed; bottom: 0">bar</p></body></html>`

const markup = () => document.documentElement.outerHTML

test('what the service records is undone for the HTML of the page, except where the page has changed it since', async () => {
  const undone = await withPhasePage(html, async ({ call, read }) => {
    const before = await read(markup)
    await call('loadLazyContent', 100, true)
    const during = await read(markup)
    await call('undo', 'page')
    return { isChanged: during !== before, isUndone: (await read(markup)) === before }
  })
  expect(undone).toEqual({ isChanged: true, isUndone: true })
})

test('one call undoes the layout of a full page', async () => {
  const undone = await withPhasePage(html, async ({ call, read }) => {
    await call('keepState')
    const before = await read(markup)
    await call('openFullPage')
    await call('layOutFullPage', undefined)
    const during = await read(markup)
    await call('undo', 'kept')
    return { isChanged: during !== before, isUndone: (await read(markup)) === before }
  })
  expect(undone).toEqual({ isChanged: true, isUndone: true })
})
