import type { Action } from '../../schema/fields/actions.ts'
import { aim } from './click.ts'
import { ask } from './look.ts'
import type { Stage } from './stage.ts'

/** Between two looks at a page that scrolls: longer than a frame. */
const lookMs = 20

/** A smooth movement starts with a later frame. */
const stillLooks = 3

/** Scrolls to a position, by a distance, or to an element, and waits until the page rests. */
export const scroll = async (
  stage: Stage,
  { to, by, selector }: Extract<Action, { action: 'scroll' }>,
  label: string,
) => {
  const { world } = stage.context
  const behavior = stage.isShown ? 'smooth' : 'instant'
  if (selector !== undefined)
    return void (await aim(stage, { selector, label, excludesHidden: true, block: 'center' }))
  const scrolled = async () => {
    await world.call('findScroller')
    return world.call('scrollAction', to, by ?? 0, behavior)
  }
  let position = await ask(stage, label, scrolled())
  for (let still = 0; stage.isShown && still < stillLooks && stage.leftMs() > 0; ) {
    await stage.pause(lookMs)
    const next = await ask(stage, label, world.call('scrollAction', undefined, 0, behavior))
    still = next === position ? still + 1 : 0
    position = next
  }
}
