import { rootsIn } from './dom.ts'
import { state } from './state.ts'

/**
 * Ends finite animations and transitions, and cancels endless ones, in the document and its open shadow trees, and from now on those
 * that start later. Animations that a script starts are found only by a call, because they cause no event. Those that follow the scroll
 * position stay, because they have no end in time.
 */
export const finishAnimations = (): void => {
  const finish = (animation: Animation) => {
    const end = animation.effect?.getComputedTiming().endTime
    if (typeof end !== 'number' || animation.playbackRate === 0) return
    if (Number.isFinite(end)) animation.finish()
    else animation.cancel()
  }
  const heard = new WeakSet<Node>()
  const finishIn = (root: Document | ShadowRoot) => {
    for (const animation of root.getAnimations()) if (animation.playState !== 'finished') finish(animation)
    if (heard.has(root)) return
    heard.add(root)
    for (const type of ['animationstart', 'transitionrun'])
      root.addEventListener(type, () => finishIn(root), true)
  }
  const finishAll = () => {
    for (const root of rootsIn()) finishIn(root)
  }
  if (!state.finish) {
    state.finish = finishAll
    for (const type of ['DOMContentLoaded', 'load']) addEventListener(type, finishAll)
  }
  state.finish()
}
