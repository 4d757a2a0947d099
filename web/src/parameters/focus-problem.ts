import { flushSync } from 'react-dom'
import type { useCall } from './use-call.ts'

type Form = Pick<ReturnType<typeof useCall>, 'setSearch'>

/** Shows problems, and moves the focus to the first input that has one. The input is there by then, in a group that has opened. */
export const focusProblem = (root: HTMLElement | null, form: Form, show: () => void): void => {
  flushSync(() => {
    // It may hide the input.
    form.setSearch('')
    show()
  })
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
