/// <reference lib="dom" />

/** Headers that slid away come back with a transition once the page is at its top again. */
export const awaitTransitions = async (capMs: number): Promise<void> => {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  const finished = Promise.allSettled(transitions.map((transition) => transition.finished))
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, capMs))])
}
