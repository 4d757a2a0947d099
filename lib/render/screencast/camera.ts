import type { CDPSession } from 'puppeteer-core'

interface FrameTime {
  /** Milliseconds of the browser's monotonic clock. Must not decrease, because animations would freeze. */
  frameMs: number
  intervalMs: number
}

export interface Camera {
  /** Draws a frame and returns its image, or undefined if it equals the previous one. */
  shoot(time: FrameTime): Promise<Buffer | undefined>
  /** Draws a frame and discards it. */
  skip(time: FrameTime): Promise<undefined>
}

const screenshot = { format: 'jpeg', quality: 90 } as const

/** The first frames after the window is fitted have no image yet. */
const attemptsMax = 20

/**
 * Starts to request frames from the browser. The clock of the page must still be running.
 * @throws Error if the browser returns no image
 */
export const openCamera = async (cdp: Pick<CDPSession, 'send'>): Promise<Camera> => {
  let unseen = await takeFirst(cdp)
  let last: string | undefined
  let isStale = true
  const draw = async (time: FrameTime): Promise<undefined> => {
    const { hasDamage } = await cdp.send('HeadlessExperimental.beginFrame', toTicks(time))
    isStale ||= hasDamage
  }
  return {
    async shoot(time) {
      await draw(time)
      if (!isStale) return undefined
      // Requests the same frame again. No callback of the page runs again, and a frame without a change takes 1 ms instead of 25.
      const frame = { ...toTicks(time), screenshot }
      const { screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', frame)
      const image = screenshotData ?? unseen
      unseen = undefined
      isStale = screenshotData === undefined
      if (image === undefined || image === last) return undefined
      last = image
      return Buffer.from(image, 'base64')
    },
    skip: draw,
  }
}

const takeFirst = async (cdp: Pick<CDPSession, 'send'>): Promise<string | undefined> => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const { screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', { screenshot })
    if (screenshotData !== undefined) return screenshotData
  }
  throw new Error('The browser returned no image.')
}

const toTicks = ({ frameMs, intervalMs }: FrameTime) => ({ frameTimeTicks: frameMs, interval: intervalMs })
