/** Runs the work for each item, so many at a time. */
export const inLanes = async <T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  const rest = [...items.entries()]
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
