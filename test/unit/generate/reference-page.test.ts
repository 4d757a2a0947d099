import { expect, test } from 'vitest'
import { errorReference } from '../../../lib/schema/error-reference.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { toReferencePage } from '../../../scripts/generate/site/reference-page.ts'

const page = await toReferencePage()
const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))

test('the page loads nothing from other hosts and runs no script', () => {
  expect(page).not.toMatch(/<script|<link|<iframe|@import|url\(| src=| on[a-z]+=/i)
  expect(
    [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).filter((href) => !/^[#/]/.test(href ?? '')),
  ).toEqual([])
})

test('every operation, parameter and error has an anchor', () => {
  const expected = Object.values<Operation>(operations).flatMap(({ id, input }) => [
    id,
    ...Object.keys(input.shape).map((name) => `${id}-${name}`),
  ])
  for (const id of [...expected, ...errorReference.map(({ code }) => code)]) expect(anchors).toContain(id)
})

test('every link into the page resolves, and every anchor is unique', () => {
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !anchors.has(id ?? ''))).toEqual([])
  expect(anchors.size).toBe([...page.matchAll(/ id="/g)].length)
})

test('text of the schema is escaped', () => {
  expect(page).toContain('&lt;h1&gt;Hello&lt;/h1&gt;')
  expect(page).not.toContain('<h1>Hello')
})
