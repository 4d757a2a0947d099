/** Processes all items, so many at a time, and returns their number. */
export const eachOf = async <T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  parallel = 10,
): Promise<number> => {
  let count = 0
  let group: T[] = []
  const flush = async () => {
    await Promise.all(group.map(work))
    count += group.length
    group = []
  }
  for await (const item of items) {
    group.push(item)
    if (group.length === parallel) await flush()
  }
  await flush()
  return count
}
