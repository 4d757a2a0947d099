import { afterAll, expect, test, vi } from 'vitest'
import { readHead } from '../../../../lib/render/in-page/read-page.ts'

afterAll(() => vi.unstubAllGlobals())

test('a page returns no text that is longer than the limit, whatever its head contains', () => {
  const text = 'x'.repeat(1_000)
  vi.stubGlobal('location', { href: `https://site.test/${text}` })
  vi.stubGlobal('document', { title: text, querySelector: () => ({ href: `https://site.test/${text}` }) })
  expect(readHead(100)).toEqual({
    url: `https://site.test/${'x'.repeat(82)}`,
    title: 'x'.repeat(100),
    icon: `https://site.test/${'x'.repeat(82)}`,
  })
})
