/**
 * Returns the number of pages of a document with about 2 log2(n) calls of `hasPage`.
 * @param beyond a page that it does not have
 */
export const countPages = async (
  hasPage: (page: number) => Promise<boolean>,
  beyond: number,
): Promise<number> => {
  let present = 1
  let missing = beyond
  // Most documents are short, so the search starts at the front with growing steps.
  for (let page = 2; page < missing; page *= 2) {
    if (await hasPage(page)) present = page
    else missing = page
  }
  while (missing - present > 1) {
    const middle = Math.floor((present + missing) / 2)
    if (await hasPage(middle)) present = middle
    else missing = middle
  }
  return present
}
