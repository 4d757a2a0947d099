import { expect, test } from 'vitest'
import { needsOf, type Use } from '../../../lib/render/use.ts'
import { plan } from '../../support/render/render.ts'

const metadata = plan().metadata

test.each<[Use, object, string]>([
  ['image', {}, 'window, seen, style'],
  ['image', { captureBeyondViewport: true }, 'window, seen, style'],
  ['whole', {}, 'page, seen, style'],
  ['paper', {}, 'page, style'],
  ['text', {}, 'window'],
  ['text', { captureBeyondViewport: true }, 'page'],
  ['text', { metadata: { ...metadata, fonts: true } }, 'window, style'],
  ['video', {}, 'window, seen, style, recorded'],
])('what %s with %j needs', (use, changes, expected) => {
  const { area, isSeen, hasStyle, isRecorded } = needsOf(use, { metadata, ...changes })
  const needs = [area, isSeen && 'seen', hasStyle && 'style', isRecorded && 'recorded']
  expect(needs.filter(Boolean).join(', ')).toBe(expected)
})
