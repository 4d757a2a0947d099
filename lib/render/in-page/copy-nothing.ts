/** Replaces the contents of the clipboard with an empty string. */
export const copyNothing = (): void => {
  document.addEventListener(
    'copy',
    (event) => {
      event.preventDefault()
      event.clipboardData?.setData('text/plain', '')
    },
    { once: true },
  )
  document.execCommand('copy')
}
