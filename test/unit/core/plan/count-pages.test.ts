import { expect, test } from 'vitest'
import { countPages } from '../../../../lib/core/plan/count-pages.ts'

test.each([
  ...[1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 300, 1999].flatMap((pages) => [
    [pages, pages + 1] as const,
    [pages, 5 * pages + 7] as const,
    [pages, 999_999] as const,
  ]),
])('a document of %s pages is counted when it lacks page %s', async (pages, beyond) => {
  const asked: number[] = []
  const hasPage = async (page: number) => {
    asked.push(page)
    return page <= pages
  }
  expect(await countPages(hasPage, beyond)).toBe(pages)
  expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(pages + 1)) + 1)
  expect(Math.max(0, ...asked)).toBeLessThanOrEqual(2 * pages)
})
