import type { CDPSession } from 'puppeteer-core'

export interface FrameTime {
  /** Ms of the browser's monotonic clock; below what it was at the last frame, animations would stand still. */
  frameMs: number
  intervalMs: number
}

export interface Camera {
  /** Draws a frame and gives its picture, or undefined when it is the one before. */
  shoot(time: FrameTime): Promise<Buffer | undefined>
  /** Draws a frame that nobody looks at. */
  skip(time: FrameTime): Promise<void>
}

const screenshot = { format: 'jpeg', quality: 90 } as const

/** Asks the browser for frames. */
export const createCamera = (cdp: Pick<CDPSession, 'send'>): Camera => {
  let last: string | undefined
  let isStale = true
  const draw = async (time: FrameTime) => {
    const { hasDamage } = await cdp.send('HeadlessExperimental.beginFrame', toTicks(time))
    isStale ||= hasDamage
  }
  return {
    async shoot(time) {
      await draw(time)
      if (!isStale) return undefined
      // The same frame once more: no callback of the page runs again, and a frame without a change costs 1 ms, not 25.
      const frame = { ...toTicks(time), screenshot }
      const { screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', frame)
      if (screenshotData === undefined) return undefined
      isStale = false
      if (screenshotData === last) return undefined
      last = screenshotData
      return Buffer.from(screenshotData, 'base64')
    },
    skip: draw,
  }
}

const toTicks = ({ frameMs, intervalMs }: FrameTime) => ({ frameTimeTicks: frameMs, interval: intervalMs })
