import { useEffect, useRef } from 'react'

interface Shortcut {
  /** One key, or two that follow each other: `g r`. */
  keys: string
  run: () => void
}

const sequenceMs = 1000

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Runs what belongs to a key, unless a field has the focus or a dialog is open. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const current = useRef(shortcuts)
  current.current = shortcuts
  useEffect(() => {
    let previous = ''
    let previousMs = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[aria-modal="true"]')) return
      const isSequence = event.timeStamp - previousMs < sequenceMs
      const found =
        (isSequence && current.current.find(({ keys }) => keys === `${previous} ${event.key}`)) ||
        current.current.find(({ keys }) => keys === event.key)
      previous = event.key
      previousMs = event.timeStamp
      if (!found) return
      event.preventDefault()
      found.run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
