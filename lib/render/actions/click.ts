import { SelectorNotFoundError } from '../../base/errors.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { Target } from '../in-page/targets.ts'
import { ask, poll } from './look.ts'
import type { Stage } from './stage.ts'

/** For how long a visitor presses the button, in a video. */
const pressMs = 90

/** `PointerEvent.pressure` of a mouse whose button is down: https://w3c.github.io/pointerevents/#dom-pointerevent-pressure */
const pressure = 0.5

/** An element and the words for it in messages. */
export interface Aim {
  selector: string
  /** Beginning of messages, such as `actions[2]` (click). */
  label: string
  /** Whether `visibility: hidden` excludes an element. */
  excludesHidden?: boolean
  /** Where in the viewport the element is, if it has to be scrolled to. */
  block?: 'nearest' | 'center'
}

/** Scrolls an element into view and returns it once it rests. */
export const aim = async (
  stage: Stage,
  { selector, label, excludesHidden = false, block = 'nearest' }: Aim,
): Promise<Target> => {
  const { world } = stage.context
  const limitMs = Math.min(limitsMs.action.any, stage.leftMs())
  const behavior = stage.isShown ? 'smooth' : 'instant'
  const look = async () =>
    (await world.call('findTarget', selector, { behavior, block, excludesHidden })) ?? undefined
  let target = await poll(stage, limitMs, look)
  if (!target)
    throw new SelectorNotFoundError(
      `${label}: no visible element matched "${selector}" within ${(limitMs / 1000).toFixed(1)} s.`,
    )
  const endsLeftMs = stage.leftMs() - limitsMs.action.still
  while (stage.leftMs() > Math.max(0, endsLeftMs)) {
    await stage.twoFrames()
    const next: Target | undefined = (await stage.until(look(), limitsMs.action.still))?.value
    if (next && rests(next, target)) return next
    target = next ?? target
  }
  return target
}

const rests = (next: Target, last: Target) =>
  !next.isChanging && next.left === last.left && next.top === last.top

/** Clicks as a visitor does. An element that is covered by another one is clicked by script. */
export const click = async (stage: Stage, wanted: Aim, count = 1): Promise<void> => {
  await clickAt(stage, await aim(stage, wanted), wanted.label, count)
  await stage.follow()
}

/** Moves the mouse to an element and presses its button. */
export const clickAt = async (stage: Stage, target: Target, label: string, count = 1): Promise<void> => {
  const { cdp, context } = stage
  await stage.moveTo(target)
  if (target.isCovered) {
    for (let done = 0; done < count; done++) await ask(stage, label, context.world.call('clickTarget'))
    return
  }
  const button = { ...stage.toInput(target), button: 'left' } as const
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    const press = { ...button, clickCount, force: pressure }
    const pressed = cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press })
    if (stage.isShown) await stage.pause(pressMs)
    const released = cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button, clickCount })
    await stage.handled([pressed, released], 'click')
  }
}
