/// <reference lib="dom" />

/** Resolves once an element matches and has a box. Uses a timer in addition to frames, because a busy page may draw none. */
export const waitForElement = (selector: string): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      const isThere = [...document.querySelectorAll(selector)].some((element) =>
        unclobbered(element).checkVisibility(),
      )
      if (isThere) resolve()
      else setTimeout(check, 50)
    }
    check()
  })
