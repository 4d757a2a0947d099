import AutoConsent, { type BackgroundMessage, type ContentScriptMessage } from '@duckduckgo/autoconsent'
import type * as noticeScript from './notice-script.ts'

/*
 * Bundled into one script by scripts/generate/annoyances.ts.
 */

type World = {
  autoconsentSendMessage: (message: ContentScriptMessage) => Promise<void>
  autoconsentReceiveMessage: (message: BackgroundMessage) => Promise<void>
  /** The attempts of `suspectDialog` before this script was needed. Every second attempt searches for unknown dialogs. */
  stillframeEarlierAttempts?: number
}

/** Another script, which only the page itself has, not its frames. */
declare const unknownNotices: typeof noticeScript

const world = globalThis as unknown as World

/** Transparent instead of removed: a rule clicks buttons in the dialog, and some check that it is visible first. */
const transparent = 'opacity: 0; z-index: -1; pointer-events: none'

const attemptEveryMs = 500

const overlaySearchMs = 100

/**
 * Autoconsent with three differences. It hides a dialog only while it declines it: the original hides the selectors of all its
 * rules from the start of every page, and some match ordinary content. It writes no style elements into the document and
 * no style attributes where a selector is enough, so the HTML of the document stays unchanged. Dialogs that no rule knows have a rule
 * here, because the original clicks buttons of other overlays too, accepts where it does not understand how to decline, and does not
 * check that the dialog closes.
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

  override async findCmp(retries: number): ReturnType<AutoConsent['findCmp']> {
    const changed = this.domActions.waitForMutation('html')
    changed.catch(() => undefined)
    const found = await super.findCmp(0)
    if (found.length > 0) return found
    const { findCmpAttempts: attempts } = this.state
    const isDue = attempts % 2 === 0 && window.top === window
    const rule = isDue ? unknownNotices.findNoticeRule(overlaySearchMs) : undefined
    if (rule) {
      void world.autoconsentSendMessage({ type: 'cmpDetected', url: location.href, cmp: rule.name })
      return [rule]
    }
    if (retries === 0) return []
    const isChanged = await Promise.all([this.domActions.wait(attemptEveryMs), attempts > 1 && changed]).then(
      () => true,
      () => false,
    )
    return isChanged ? this.findCmp(retries - 1) : []
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
consent.updateState({ findCmpAttempts: world.stillframeEarlierAttempts ?? 0 })
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
