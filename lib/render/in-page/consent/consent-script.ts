/// <reference lib="dom" />
import AutoConsent, { type BackgroundMessage, type ContentScriptMessage } from '@duckduckgo/autoconsent'

/*
 * Bundled into one script by scripts/generate/annoyances.ts, which is why this module may import.
 */

type World = {
  autoconsentSendMessage: (message: ContentScriptMessage) => Promise<void>
  autoconsentReceiveMessage: (message: BackgroundMessage) => Promise<void>
  /** The looks of `suspectDialog` before this script was needed. Every second look reads the texts of unknown dialogs. */
  stillframeEarlierLooks?: number
}

const world = globalThis as unknown as World

/** Transparent instead of removed: a rule clicks buttons in the dialog, and some check that it is visible first. */
const transparent = 'opacity: 0; z-index: -1; pointer-events: none'

/**
 * Autoconsent with two differences. It hides a dialog only while it declines it: the original hides the selectors of all its
 * rules from the start of every page, and some match ordinary content. It writes no style elements into the document and
 * no style attributes where a selector is enough, so the HTML of the document stays unchanged.
 */
class QuietConsent extends AutoConsent {
  #concealed: Applied | undefined

  constructor() {
    super((message) => world.autoconsentSendMessage(message), null, { autoconsent: [] })
    const { domActions } = this
    const { setStyle, addStyle } = domActions
    const apply = (selector: string, css: string) => {
      applyStyles(selector, css)
      return document.querySelector(selector) !== null
    }
    domActions.hide = (selector, method) => {
      applyStyles(selector, method === 'opacity' ? transparent : 'display: none')
      return selector.length > 0
    }
    domActions.setStyle = (selector, css) =>
      typeof selector === 'string' ? apply(selector, css) : setStyle.call(domActions, selector, css)
    domActions.addStyle = (selector, css) =>
      typeof selector === 'string' ? apply(selector, css) : addStyle.call(domActions, selector, css)
    domActions.prehide = (selector) => {
      this.#concealed?.remove()
      this.#concealed = applyStyles(selector, transparent)
      return true
    }
    domActions.undoPrehide = () => this.#concealed?.remove()
  }

  override prehideElements(): boolean {
    const found = new Set(this.state.detectedPopups)
    const selectors = this.rules
      .filter(({ name }) => found.has(name))
      .flatMap(({ prehideSelectors = [] }) => prehideSelectors)
    if (selectors.length === 0) return false
    this.updateState({ prehideOn: true })
    return this.domActions.prehide(selectors.join(','))
  }
}

const consent = new QuietConsent()
consent.updateState({ findCmpAttempts: world.stillframeEarlierLooks ?? 0 })
world.autoconsentReceiveMessage = (message) => consent.receiveMessageCallback(message)

interface Applied {
  remove(): void
}

/** Applies these declarations to all elements that match, also later ones, without changing the document's markup. */
const applyStyles = (selector: string, css: string): Applied => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${selector} { ${css} }`)
  // The inline styles of a dialog would win otherwise.
  for (const rule of sheet.cssRules) if (rule instanceof CSSStyleRule) force(rule.style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return {
    remove() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

const force = (style: CSSStyleDeclaration) => {
  for (const name of [...style]) style.setProperty(name, style.getPropertyValue(name), 'important')
}
