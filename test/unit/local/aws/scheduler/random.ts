/** The same numbers for the same seed, each below the given one. */
export const createRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
    // The low bits of such a generator repeat soon.
    return (state >> 8) % below
  }
}
