import type { ConsentMessage } from './consent-phase.ts'
import type { FrameWorld } from './frame-worlds.ts'

/** The first search of every frame below the main one. A dialog may be in such a frame. */
export interface FrameSearches {
  note(message: ConsentMessage, frame: FrameWorld): void
  /** Resolves when every frame that has begun has searched once. */
  done(): Promise<unknown>
}

export const createFrameSearches = (): FrameSearches => {
  const open = new Map<FrameWorld, PromiseWithResolvers<void>>()
  const end = (frame: FrameWorld) => {
    open.get(frame)?.resolve()
    open.delete(frame)
  }
  // A frame that no longer exists has no dialog. Its world returns nothing.
  const endIfGone = async (frame: FrameWorld) => {
    if ((await frame.run('0')) === undefined) end(frame)
  }
  return {
    note(message, frame) {
      if (message.type === 'init' && !message.isTop) open.set(frame, Promise.withResolvers())
      // The message is sent before the search.
      if (message.type === 'report' && message.state.findCmpAttempts > 0 && open.has(frame))
        void frame.run('0').then(() => end(frame))
    },
    done() {
      for (const frame of open.keys()) void endIfGone(frame)
      return Promise.all([...open.values()].map(({ promise }) => promise))
    },
  }
}
