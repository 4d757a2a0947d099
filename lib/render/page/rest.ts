/** Something that is read until it is at rest. */
export interface Watched<State> {
  /** Reads the state. Undefined if it cannot be read in time, which ends the wait. */
  read(): Promise<State | undefined>
  /** Whether nothing has moved between two readings. */
  isSame(state: State, before: State): boolean | Promise<boolean>
  /** Lets time pass before the next reading. */
  pause(): Promise<unknown>
  /** How many readings in a row have to be the same as the one before. */
  readings: number
  /** Whether the time is up. */
  isOver(): boolean
  /** Reports that the time is up. */
  expired(): void
}

/**
 * Waits until something is at rest, which means that several readings in a row are the same, and returns its last state. This is the one
 * definition, for the layout of a page (`awaitPageRest`), for elements and for captures. It also runs in pages, so it imports nothing.
 *
 * @param first a reading that has been made already
 */
export const awaitRest = async <State>(
  { read, isSame, pause, readings, isOver, expired }: Watched<State>,
  first: State,
): Promise<State> => {
  let state = first
  for (let same = 0; same < readings; ) {
    const next = isOver() ? undefined : await pause().then(read)
    if (next === undefined) {
      expired()
      return state
    }
    same = (await isSame(next, state)) ? same + 1 : 0
    state = next
  }
  return state
}
