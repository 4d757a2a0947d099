import { flushSync } from 'react-dom'

/** Shows problems, and moves the focus to the first input that has one. The input is there by then, in a group that has opened. */
export const focusProblem = (root: HTMLElement | null, show: () => void): void => {
  flushSync(show)
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
