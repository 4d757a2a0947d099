import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { loadCore, loadScripts } from '../../lib/render/browser/scripts.ts'
import { startAnnoyanceFixture } from '../support/render/annoyance-fixture.ts'
import { assetsDir } from '../support/render/shared-browser.ts'
import {
  documentOf,
  layersThatStay,
  layersToHide,
  type NoticePage,
  pagesThatStay,
  pagesToClean,
} from '../support/sites/notice-pages.ts'

const folder = new URL('../../lib/render/in-page/consent/', import.meta.url)

const contents = `export * from './notice-rule.ts'; export * from './hide-notices.ts'`
const { outputFiles } = await build({
  stdin: { contents, resolveDir: folder.pathname },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'notices',
})
const script = `(() => { ${loadCore(loadScripts(assetsDir))} ${outputFiles[0]?.text}; globalThis.notices = notices })()`
const fixture = await startAnnoyanceFixture((_url, response) => response.writeHead(404).end())
afterAll(() => fixture[Symbol.asyncDispose]())

interface Seen {
  rule?: string
  isOver: boolean
  hasHidden: boolean
  isShown: boolean
  answer?: string
}

/** Opens the documents one after another, and treats each as the service does at the end of its search. */
const treat = (pages: readonly NoticePage[]) =>
  fixture.render('http://www.news.test/', {}, async ({ page }) => {
    const results: (Seen & { name: string })[] = []
    await page.evaluate(script)
    for (const each of pages) {
      // Keeps the globals of the page.
      await page.setContent(documentOf(each))
      const seen = await page.evaluate(`(async () => {
        const rule = notices.findNoticeRule(Infinity)
        const isOver = rule ? await rule.optOut() : false
        const { hasHidden } = notices.hideNotices()
        const isShown = (element) => element.checkVisibility({ opacityProperty: true }) && element.getBoundingClientRect().height > 0
        const overlay = document.querySelector('[data-keep], [data-notice], x-banner, x-consent')
        return {
          rule: rule?.name, isOver, hasHidden, answer: document.documentElement.dataset.answer,
          isShown: overlay !== null && [overlay, ...(overlay.shadowRoot?.children ?? [])].some(isShown),
        }
      })()`)
      results.push({ name: each.name, ...(seen as Seen) })
    }
    return results
  })

const outcomeOf = ({ rule, isOver, hasHidden }: Seen) => {
  if (!isOver) return hasHidden ? 'hidden' : 'none'
  return rule === 'HEURISTIC-REJECT' ? 'declined' : 'accepted'
}

test('overlays that are no consent dialogs stay, and nothing in them is clicked', async () => {
  const results = await treat(pagesThatStay)
  expect(results).toHaveLength(pagesThatStay.length)
  expect(results.filter(({ rule, hasHidden, isShown }) => rule || hasHidden || !isShown)).toEqual([])
})

const answers = { declined: 'decline', accepted: 'accept', hidden: undefined }

test('consent dialogs that no rule knows are declined if they offer it, and close', async () => {
  const results = await treat(pagesToClean)
  expect(
    results.map((seen) => ({
      name: seen.name,
      outcome: outcomeOf(seen),
      answer: seen.answer,
      isShown: seen.isShown,
    })),
  ).toEqual(
    pagesToClean.map(({ name, outcome }) => ({ name, outcome, answer: answers[outcome], isShown: false })),
  )
})

/** The visible layers of a page after its consent dialog was hidden. */
const countLayers = (layers: Record<string, string>) =>
  fixture.render('http://www.news.test/', {}, async ({ page }) => {
    await page.evaluate(script)
    const counts: [string, unknown][] = []
    for (const [name, layer] of Object.entries(layers)) {
      const notice = `<div class="modal" style="z-index:2" data-notice><p>We use cookies.</p><button>Accept all</button><button>Reject all</button></div>`
      await page.setContent(documentOf({ name, lang: 'en', body: layer + notice }))
      const seen = await page.evaluate(`(() => {
        const { hasHidden } = notices.hideNotices()
        const layers = [...document.querySelectorAll('.layer')].filter((layer) => layer.checkVisibility())
        return hasHidden ? layers.length : 'no notice'
      })()`)
      counts.push([name, seen])
    }
    return Object.fromEntries(counts)
  })

const each = (layers: Record<string, string>, count: number) =>
  Object.fromEntries(Object.keys(layers).map((name) => [name, count]))

test('only layers that do nothing but dim the page are hidden with a consent dialog', async () => {
  expect(await countLayers(layersThatStay)).toEqual(each(layersThatStay, 1))
  expect(await countLayers(layersToHide)).toEqual(each(layersToHide, 0))
})
