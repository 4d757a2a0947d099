import type { CDPSession } from 'puppeteer-core'

interface FrameTime {
  /** Ms of the browser's monotonic clock; below what it was at the last frame, animations would stand still. */
  frameMs: number
  intervalMs: number
}

export interface Camera {
  /** Draws a frame and gives its picture, or undefined when it is the one before. */
  shoot(time: FrameTime): Promise<Buffer | undefined>
  /** Draws a frame and discards it. */
  skip(time: FrameTime): Promise<undefined>
}

const screenshot = { format: 'jpeg', quality: 90 } as const

/** After the window was fitted the first frames have no picture yet. */
const attemptsMax = 20

/**
 * Asks the browser for frames. The page's time must still go by itself.
 * @throws Error when the browser gives no picture
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
      const picture = screenshotData ?? unseen
      unseen = undefined
      isStale = screenshotData === undefined
      if (picture === undefined || picture === last) return undefined
      last = picture
      return Buffer.from(picture, 'base64')
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
