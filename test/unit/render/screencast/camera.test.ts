import type { CDPSession } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { DeadlineError } from '../../../../lib/deadline.ts'
import { openCamera } from '../../../../lib/render/screencast/camera.ts'

/** A browser whose first frames have no image, although it is requested. */
const browser = (framesWithout: number) => {
  let frames = 0
  const send = async (_method: string, { screenshot }: { screenshot?: object }) => ({
    hasDamage: true,
    ...(screenshot && frames++ >= framesWithout && { screenshotData: Buffer.from('image') }),
  })
  return { send } as unknown as Pick<CDPSession, 'send'>
}

test('a camera waits for the first image while a page is replaced', async () => {
  const camera = await openCamera(browser(30))
  expect(String(await camera.shoot({ frameMs: 0, intervalMs: 40 }))).toBe('image')
})

test('a browser that returns no image exceeds a deadline', async () => {
  await expect(openCamera(browser(Number.POSITIVE_INFINITY), 50)).rejects.toThrow(DeadlineError)
})
