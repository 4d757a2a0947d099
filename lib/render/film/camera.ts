import type { CDPSession } from 'puppeteer-core'

export interface Camera {
  /** Draws a frame of this time and gives its picture, or undefined when it is the one before. */
  shoot(frameMs?: number, intervalMs?: number): Promise<Buffer | undefined>
  /** Draws a frame that nobody looks at. */
  skip(frameMs: number, intervalMs: number): Promise<void>
}

const quality = 90

/** Asks the browser for frames. Times are ms of its monotonic clock; without one a frame is of now. */
export const createCamera = (cdp: Pick<CDPSession, 'send'>): Camera => {
  let last: string | undefined
  const time = (frameTimeTicks?: number, interval?: number) => ({
    ...(frameTimeTicks !== undefined && { frameTimeTicks }),
    ...(interval !== undefined && { interval }),
  })
  return {
    async shoot(frameMs, intervalMs) {
      const screenshot = { format: 'jpeg', quality } as const
      const frame = { ...time(frameMs, intervalMs), screenshot }
      const { screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', frame)
      if (screenshotData === undefined || screenshotData === last) return undefined
      last = screenshotData
      return Buffer.from(screenshotData, 'base64')
    },
    async skip(frameMs, intervalMs) {
      await cdp.send('HeadlessExperimental.beginFrame', time(frameMs, intervalMs))
    },
  }
}
