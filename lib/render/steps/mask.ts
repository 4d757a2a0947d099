import { PageTimeoutError } from '../../base/errors.ts'
import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { loadCore } from '../browser/scripts.ts'
import { type FramedPage, inFrames } from '../page/call-in-frames.ts'
import { type EmulationStep, type Step, tooBusyFor } from '../page/step.ts'
import { type World, worldName } from '../page/world.ts'
import { assertSelectors } from './assert-selectors.ts'

type Mask = NonNullable<RenderPlan['mask']>

const filterId = 'stillframe-mask'

/**
 * A filter replaces everything that an element draws, including its descendants, and the clip keeps to its box. Without the filter's
 * element, matches are black boxes. Among important declarations, those of a layer win over the page's own.
 */
const toArguments = ({ selectors, color }: Mask) => {
  const matches = `:is(${selectors.join(',')})`
  const styles = `@layer ${filterId} { ${matches}, ${matches} :is(:modal, :popover-open, :fullscreen) {
    filter: brightness(0) url("#${filterId}") !important; background: ${color} !important; clip-path: inset(0) !important;
    opacity: 1 !important; mask: none !important; mix-blend-mode: normal !important; transition-behavior: normal !important } }`
  const filter = `<filter id="${filterId}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feFlood flood-color="${color}"/></filter>`
  return [matches, styles, filter] as const
}

/** Covers the elements of `mask_selectors` from the first frame of every document, also in frames of other origins. */
export const maskFromStart: EmulationStep = async ({ cdp, scripts }, { mask }) => {
  if (mask === undefined) return
  const values = toArguments(mask).map((value) => JSON.stringify(value))
  const source = `${loadCore(scripts)} ${scripts.core.name}.maskElements(${values.join(', ')})`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
}

/**
 * Covers the elements that the script at the start could not, such as those in shadow trees that have been attached since. Returns whether
 * there were any.
 */
export const maskAgain = async (page: FramedPage, { mask }: Pick<RenderPlan, 'mask'>): Promise<boolean> => {
  if (mask === undefined) return false
  const values = [...toArguments(mask), true] as const
  let hadMatches = false
  const coverIn = async (world: World) => {
    if (await world.call('maskElements', ...values)) hadMatches = true
  }
  await Promise.all([coverIn(page.world), inFrames(page, coverIn)])
  return hadMatches
}

/** A page that shows another match during each of so many captures is not captured. */
const capturesMax = 6

/** Captures the page until no match of `mask_selectors` has become visible during the capture. */
export const captureMasked = async <T>(
  page: FramedPage,
  plan: Pick<RenderPlan, 'mask'>,
  work: () => Promise<T>,
): Promise<T> => {
  for (let captures = 0; captures < capturesMax; captures++) {
    const captured = await work()
    if (!(await maskAgain(page, plan))) return captured
  }
  throw new PageTimeoutError(
    '`mask_selectors` could not be applied because the page showed further matches during each capture.',
  )
}

export const maskSelectors: Step = async (session, plan, context) => {
  if (plan.mask === undefined) return
  await assertSelectors('mask_selectors', plan.mask.selectors, context)
  await within(
    maskAgain({ ...session, ...context }, plan),
    limitsMs.page.change,
    context.signal,
    tooBusyFor('mask_selectors'),
  )
}
