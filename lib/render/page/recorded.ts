import { recordChanges } from '../in-page/record-changes.ts'
import type { World } from './world.ts'

/**
 * As `world.call`, for a function that changes style attributes or adds elements. `revertChanges` undoes the changes before the
 * page's HTML is read.
 */
export const callRecorded = async <Args extends unknown[], Result>(
  world: Pick<World, 'callWith'>,
  work: (...args: Args) => Result,
  ...args: Args
): Promise<Result> =>
  (await world.callWith(`const stillframeWork = ${work};`, recordChanges, ...args)) as Result
