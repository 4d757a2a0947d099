/** Returns integers from 0 to below the given one. */
export type Random = (below: number) => number

/** Returns a generator that repeats its numbers for the same seed. */
export const createRandom = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
    // The low bits of such a generator repeat quickly.
    return (state >> 8) % below
  }
}
