import { expect, test } from 'vitest'
import { nowMs } from '../../support/now.ts'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { isNear } from '../../support/render/image.ts'

const fixture = await startCaptureFixture()

test.each(['fixed', 'attached'])(
  'a full page with a background that does not scroll (%s) has it to its end, with skipped content, lazy frames and its header',
  async (kind) => {
    const { image, height } = await fixture.take(`backdrop.html?${kind}`, { fullPage: true })
    for (const y of [500, 1500, 2500, 3640]) expect(isNear(image.at(400, y), [0, 0, 255])).toBe(true)
    expect(height).toBe(50 + 4 * 900)
    for (const index of [0, 1, 2, 3])
      expect(isNear(image.at(50, 50 + index * 900 + 50), [0, 255, 0])).toBe(true)
    expect(isNear(image.at(250, 50 + 3 * 900 + 50), [255, 255, 0])).toBe(true)
    // The page snaps below its header.
    expect(isNear(image.at(400, 0), [255, 0, 0])).toBe(true)
    expect(isNear(image.at(400, 60), [0, 0, 255])).toBe(true)
  },
)

test('a page that replaced the scroll functions is scrolled anyway', async () => {
  const { image } = await fixture.take('overridden.html', {
    fullPage: true,
    fullPageScroll: { byDurationMs: 50 },
  })
  expect(isNear(image.at(50, 1050), [0, 255, 0])).toBe(true)
})

test('elements that follow the scroll position are back at the top', async () => {
  const { image } = await fixture.take('followers.html', {
    fullPage: true,
    fullPageScroll: { byDurationMs: 100 },
  })
  expect([image.width, image.height]).toEqual([800, 3000])
  expect(isNear(image.at(400, 2), [255, 0, 0])).toBe(true)
  expect(isNear(image.at(400, 95), [255, 0, 0])).toBe(true)
  expect(isNear(image.at(400, 2950), [200, 200, 200])).toBe(true)
  expect(isNear(image.at(750, 250), [200, 200, 200])).toBe(true)
  expect(isNear(image.at(5, 1050), [0, 255, 0])).toBe(true)
  expect(isNear(image.at(105, 1050), [200, 200, 200])).toBe(true)
})

test('a page that keeps the browser busy is a page_timeout', async () => {
  const taken = fixture.takeBytes('busy.html', { fullPage: true }, { endsMs: nowMs() + 2000 })
  await expect(taken).rejects.toMatchObject({ statusCode: 400, code: 'page_timeout' })
})
