import type { ConsentMessage } from './consent-phase.ts'
import type { FrameWorld } from './frame-worlds.ts'

/** The first look of every frame below the main one. A dialog may be in such a frame. */
export interface FrameLooks {
  note(message: ConsentMessage, frame: FrameWorld): void
  /** Resolves when every frame that has begun to search has looked once. */
  done(): Promise<unknown>
}

export const createFrameLooks = (): FrameLooks => {
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
      // The message is sent before the look.
      if (message.type === 'report' && message.state.findCmpAttempts > 0 && open.has(frame))
        void frame.run('0').then(() => end(frame))
    },
    done() {
      for (const frame of open.keys()) void endIfGone(frame)
      return Promise.all([...open.values()].map(({ promise }) => promise))
    },
  }
}
