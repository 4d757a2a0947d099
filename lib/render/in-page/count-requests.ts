import { hasLiveMedia } from './painting.ts'
import { state } from './state.ts'

/**
 * Returns how many frame callbacks and idle callbacks the page and its frames of the same origin have requested, from the ids of new
 * requests, which are canceled: a document numbers the requests of all worlds in order. `asked` is the number of these requests.
 *
 * @param isFirst also reads whether the page plays media
 */
export const countRequests = (
  isFirst = false,
): { frames: number; idle: number; asked: number; isLive: boolean } => {
  const total = { frames: 0, idle: 0, asked: 0 }
  const add = (view: Window) => {
    const frame = view.requestAnimationFrame(() => undefined)
    view.cancelAnimationFrame(frame)
    const idle = view.requestIdleCallback(() => undefined)
    view.cancelIdleCallback(idle)
    total.frames += frame
    total.idle += idle
    total.asked++
  }
  const visit = (view: Window) => {
    add(view)
    for (let index = 0; index < view.length; index++) {
      const inner = view[index]
      // The window of another origin has no prototype.
      if (inner && Object.getPrototypeOf(inner) !== null) visit(inner)
    }
  }
  visit(window)
  return { ...total, frames: total.frames - state.ownFrames, isLive: isFirst && hasLiveMedia() }
}
