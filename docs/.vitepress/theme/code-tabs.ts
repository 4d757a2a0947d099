const key = 'stillframe-language'

/** Shows the language that the reader chose last in every group of code, on all pages. */
export const syncCodeTabs = (): void => {
  for (const label of document.querySelectorAll<HTMLLabelElement>('.vp-code-group .tabs label')) {
    if (label.textContent === localStorage.getItem(key) && !isChosen(label)) label.click()
    label.onclick = ({ isTrusted }) => {
      // The clicks of this function are not the reader's.
      if (!isTrusted) return
      localStorage.setItem(key, label.textContent)
      syncCodeTabs()
    }
  }
}

const isChosen = ({ htmlFor }: HTMLLabelElement): boolean =>
  document.querySelector<HTMLInputElement>(`#${CSS.escape(htmlFor)}`)?.checked === true
