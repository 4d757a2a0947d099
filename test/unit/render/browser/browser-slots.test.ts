import { expect, test } from 'vitest'
import type { OpenPage } from '../../../../lib/render/browser/browser-slot.ts'
import { BrowserSlots } from '../../../../lib/render/browser/browser-slots.ts'
import type { Chromium } from '../../../../lib/render/browser/chromium.ts'
import type { BrowserKind } from '../../../../lib/render/browser/launch-arguments.ts'

const setUp = () => {
  const recycled: string[] = []
  const browsers: { kind: BrowserKind; bytes: number; alive: boolean }[] = []
  const launch = async (kind: BrowserKind) => {
    const fake = { kind, bytes: 100, alive: true, renders: 0 }
    browsers.push(fake)
    return Object.assign(fake, {
      isAlive: () => fake.alive,
      memoryBytes: () => fake.bytes,
      kill: async () => {
        fake.alive = false
      },
    }) as unknown as Chromium
  }
  const openPage = async (chromium: Chromium) =>
    ({ chromium, session: { close: async () => {} }, port: { close() {} } }) as unknown as OpenPage
  const slots = new BrowserSlots(
    {
      limits: { rendersMax: 100, idleMemoryBytesMax: 500, openMs: 1000, closeMs: 1000 },
      launch,
      openPage,
      onRecycle: ({ kind }, reason) => void recycled.push(`${kind}: ${reason}`),
    },
    300,
  )
  const render = async (kind: BrowserKind) => slots.release(await slots.open(kind, { coldBrowser: false }))
  return { slots, render, recycled, browsers }
}

test('still and video browsers are kept side by side', async () => {
  const { render, recycled, browsers } = setUp()
  for (let round = 0; round < 3; round++) for (const kind of ['plain', 'video'] as const) await render(kind)
  expect(recycled).toEqual([])
  expect(browsers.map(({ kind }) => kind)).toEqual(['plain', 'video'])
})

test('a third kind replaces the browser that was not used for the longest time', async () => {
  const { render, recycled, browsers } = setUp()
  for (const kind of ['plain', 'video', 'plain', 'gpu'] as const) await render(kind)
  expect(recycled).toEqual(['video: kind'])
  expect(browsers.filter(({ alive }) => alive).map(({ kind }) => kind)).toEqual(['plain', 'gpu'])
})

test('a large browser of another kind is ended before a render', async () => {
  const { render, recycled, browsers } = setUp()
  await render('plain')
  for (const browser of browsers) browser.bytes = 301
  await render('plain')
  expect(recycled).toEqual([])
  await render('video')
  expect(recycled).toEqual(['plain: memory'])
})

test('no browser starts after the end', async () => {
  const { slots, render, browsers } = setUp()
  await render('plain')
  await slots.close()
  await expect(render('video')).rejects.toMatchObject({ code: 'browser_lost' })
  expect(browsers.every(({ alive }) => !alive)).toBe(true)
})
