import { SelectorNotFoundError } from '../../base/errors.ts'
import { ignore } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { Target } from '../in-page/targets.ts'
import { awaitRest } from '../page/rest.ts'
import { ask, poll } from './poll.ts'
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

/** Scrolls an element into view and returns it once it is at rest. */
export const aim = async (
  stage: Stage,
  { selector, label, excludesHidden = false, block = 'nearest' }: Aim,
): Promise<Target> => {
  const { world } = stage.context
  const limitMs = Math.min(limitsMs.action.any, stage.leftMs())
  const behavior = stage.isShown ? 'smooth' : 'instant'
  const find = async () =>
    (await world.call('findTarget', selector, { behavior, block, excludesHidden })) ?? undefined
  const found = await poll(stage, limitMs, find)
  if (!found)
    throw new SelectorNotFoundError(
      `${label}: no visible element matched "${selector}" within ${(limitMs / 1000).toFixed(1)} s.`,
    )
  const endsLeftMs = Math.max(0, stage.leftMs() - limitsMs.action.rest)
  let last = found
  return awaitRest<Target>(
    {
      // A page that renders its elements again may have none for a moment.
      read: async () => (last = (await stage.until(find(), limitsMs.action.rest))?.value ?? last),
      isSame: (next, before) =>
        next !== before && !next.isChanging && next.left === before.left && next.top === before.top,
      pause: stage.twoFrames,
      readings: 1,
      isOver: () => stage.leftMs() <= endsLeftMs,
      // It is clicked where it is then, as a visitor would.
      expired: ignore,
    },
    found,
  )
}

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
