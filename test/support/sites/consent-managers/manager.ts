/** A consent manager as its script shows it: the elements, names and globals that consent rules look for. */
export interface ConsentManager {
  /** The dialog. With `host`, the content of a shadow tree. */
  html: string
  /** The element that has the dialog in its shadow tree. */
  host?: string
  /** A button, and the second layer that it opens. */
  opens?: readonly [button: string, html: string]
  /** A function of the vendor's script that defines its globals. It receives a function that ends the dialog. */
  api?: string
  /** How the service ends the dialog, `declined` unless given. */
  outcome?: 'hidden'
}

interface Shown extends Omit<ConsentManager, 'api' | 'outcome'> {
  delayMs: number
}

/** Runs in the page, as the vendor's script. */
const show = (
  { html, host, opens, delayMs }: Shown,
  api: (close: (answer: string) => void, shown: Promise<void>) => void,
) => {
  const parse = (markup: string) => {
    const template = document.createElement('template')
    template.innerHTML = markup
    return template.content
  }
  const root = parse(host ?? html).firstElementChild as HTMLElement
  const tree = host ? root.attachShadow({ mode: 'open' }) : root
  if (host) tree.append(parse(html))
  root.setAttribute('data-banner', '')
  const close = (answer: string) => {
    root.remove()
    document.body.style.overflow = ''
    document.documentElement.setAttribute('data-answer', answer)
  }
  tree.addEventListener('click', ({ target }) => {
    const clicked = target as Element
    const answer = clicked.closest('[data-answer]')?.getAttribute('data-answer')
    if (answer) close(answer)
    else if (opens && clicked.closest(opens[0])) clicked.closest('[style]')?.append(parse(opens[1]))
  })
  const shown = new Promise<void>((resolve) => {
    setTimeout(() => {
      document.body.append(root)
      document.body.style.overflow = 'hidden'
      resolve()
    }, delayMs)
  })
  api(close, shown)
}

/** Returns the script of a vendor, whose dialog appears after `delayMs`. */
export const managerScript = ({ api = '() => {}', ...manager }: ConsentManager, delayMs: number): string =>
  `(${show})(${JSON.stringify({ ...manager, delayMs })}, ${api})`
