import { expect, test } from 'vitest'
import { describeChange } from '../../../web/src/results/describe-change.ts'
import { toWatchInput, toWatching } from '../../../web/src/tasks/watching.ts'

const screenshot = { operation: 'screenshot', values: { url: 'https://example.com/' } } as const
const markdown = { operation: 'scrape', values: { url: 'https://example.com/', format: 'md' } } as const
const pdf = { operation: 'pdf', values: { url: 'https://example.com/' } } as const

const nothing = toWatching()
const watch = { mode: 'visual', threshold: 0.1, ignore_selectors: ['.ad'], notify: 'always' } as const
const watched = toWatching({ ...watch, ignore_selectors: ['.ad'] }, 30)

test('the form of a task sends what it shows, and for an operation without comparison nothing', () => {
  expect(toWatchInput(nothing, screenshot, nothing)).toEqual({})
  expect(toWatchInput(watched, screenshot, nothing)).toEqual({ watch, keep_runs: 30 })
  expect(toWatchInput(watched, pdf, nothing)).toEqual({ keep_runs: 30 })
  expect(toWatchInput({ ...nothing, isOn: true }, screenshot, nothing)).toEqual({
    watch: { mode: 'visual', threshold: 0, ignore_selectors: [], notify: 'change' },
  })
})

test('texts are watched without selectors, which only images have', () => {
  expect(toWatchInput(watched, markdown, nothing)).toMatchObject({
    watch: { mode: 'text', ignore_selectors: [] },
  })
})

test('a task that no longer watches or keeps its runs is told so', () => {
  const off = { watch: { mode: 'off', threshold: 0, ignore_selectors: [], notify: 'change' }, keep_runs: 0 }
  expect(toWatchInput(nothing, screenshot, watched)).toEqual(off)
  expect(toWatchInput(watched, pdf, watched)).toEqual({ ...off, keep_runs: 30 })
})

test('a change is described by its share, its places and whether it counts', () => {
  const before = { id: '1', file: 'https://example.com/cache/1.png', expires: 1 }
  const region = { x: 0, y: 0, width: 1, height: 1 }
  const change = {
    changed: true,
    ratio: 0.05,
    regions: [region, region],
    before,
    difference: null,
    text_difference: null,
  }
  const sentence = (...args: Parameters<typeof describeChange>) => {
    const { share, places, end } = describeChange(...args)
    return [share, places].filter(Boolean).join(', ') + end
  }
  expect(sentence(change, true)).toBe('5 % of the pixels differ from the baseline, in 2 places.')
  expect(sentence({ ...change, ratio: 0.00001, regions: [region] }, true)).toBe(
    'Less than 0.01 % of the pixels differ from the baseline, in one place.',
  )
  expect(sentence({ ...change, changed: false, regions: [] }, false)).toBe(
    '5 % of the lines differ from the baseline. That is not more than the threshold.',
  )
  expect(sentence({ ...change, ratio: 0 }, true)).toBe('This run is equal to the baseline.')
  expect(sentence({ ...change, before: null }, true)).toBe('This run set the baseline.')
})
