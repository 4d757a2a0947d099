import type AutoConsent from '@duckduckgo/autoconsent'
import { attributeOf, pause, unclobbered } from '../dom.ts'
import { isSeen } from '../overlays.ts'
import { findNotices } from './find-notices.ts'
import { kindOfLabel, type LabelKind } from './label.ts'
import type { Control, Notice } from './read-notice.ts'

type Rule = AutoConsent['rules'][number]

/** A dialog may send its answer before it closes, and fade out. */
const closingMs = 700

const pollMs = 50

/** Declining, then saving, then closing. */
const clicksMax = 3

const controlsOf = ({ controls }: Notice, kind: LabelKind) =>
  controls.filter(({ label, isLink, isDisabled }) => !isDisabled && kindOfLabel(label, isLink) === kind)

/** Links that leave the page are not followed. */
const isSafe = ({ element }: Control) => {
  const href = attributeOf(element, 'href')
  return href === null || /^(?:#|javascript:|$)/i.test(href.trim())
}

/** Returns what declines: a button for it, or one that saves what is switched off. */
const findDecline = (notice: Notice): Control | undefined => {
  const [decline] = controlsOf(notice, 'decline').filter(isSafe)
  const [save] = notice.toggles.length > 0 ? controlsOf(notice, 'save').filter(isSafe) : []
  return decline ?? save
}

/** Returns the only button of a notice that offers nothing else. Other buttons and links may lead to a choice, unless they name a policy. */
const findOnlyButton = ({ controls, toggles }: Notice): Control | undefined => {
  const own = controls.filter(({ label, isLink }) => !(isLink && kindOfLabel(label, isLink) === 'info'))
  const [only] = own
  const isPlain = only !== undefined && /^(?:accept|understood|close)$/.test(kindOfLabel(only.label))
  return own.length === 1 && toggles.length === 0 && isPlain && isSafe(only) ? only : undefined
}

/** Submitting a form would replace the page. The page's own handlers have run before. */
const keepPage = (event: Event) => event.preventDefault()

const withoutHash = (url: string) => url.split('#')[0]

/** A page may load again to apply the answer, but not go elsewhere. */
const stay = (event: NavigateEvent) => {
  const isSamePage = withoutHash(event.destination.url) === withoutHash(location.href)
  if (!isSamePage) event.preventDefault()
}

/** Ends a dialog with clicks, and keeps the page from leaving meanwhile. */
const staying = async (end: () => Promise<boolean>): Promise<boolean> => {
  navigation.addEventListener('navigate', stay)
  try {
    return await end()
  } finally {
    navigation.removeEventListener('navigate', stay)
  }
}

const click = ({ element }: { element: HTMLElement }) => {
  addEventListener('submit', keepPage)
  unclobbered(element).click()
  removeEventListener('submit', keepPage)
}

/** Whether the dialog has closed within the time that it may take. */
const isGone = async ({ element }: Notice) => {
  for (let ms = 0; ms < closingMs; ms += pollMs) {
    await pause(pollMs)
    if (!isSeen(element)) return true
  }
  return false
}

const switchOff = ({ toggles }: Notice) => {
  for (const toggle of toggles) if (toggle.isOn) click(toggle)
}

/** The buttons that may still have to be clicked after a dialog was declined. */
const findNext = (notice: Notice, clicked: ReadonlySet<HTMLElement>) =>
  (['decline', 'save', 'close'] as const)
    .flatMap((kind) => controlsOf(notice, kind).filter(isSafe))
    .find(({ element }) => !clicked.has(element))

/** Declines a dialog and returns whether it has closed. Some buttons only clear the boxes above the one that saves. */
const decline = async (first: Notice, control: Control): Promise<boolean> => {
  const clicked = new Set<HTMLElement>()
  // A page may draw the same dialog again.
  const isSame = ({ element, prose }: Notice) => element === first.element || prose === first.prose
  let notice: Notice | undefined = first
  let next: Control | undefined = control
  while (notice && next && clicked.size < clicksMax) {
    if (kindOfLabel(next.label) === 'save') switchOff(notice)
    clicked.add(next.element)
    click(next)
    await isGone(notice)
    notice = findNotices().evident.find(isSame)
    next = notice && findNext(notice, clicked)
  }
  return notice === undefined && !isSeen(first.element)
}

const close = async (notice: Notice, button: Control): Promise<boolean> => {
  click(button)
  return isGone(notice)
}

const always = () => true

/** The rule for a dialog that no other rule knows. Undefined if the page shows none that can be ended by a click. */
export const findNoticeRule = (limitMs: number): Rule | undefined => {
  for (const notice of findNotices(limitMs).evident) {
    const declining = findDecline(notice)
    const only = findOnlyButton(notice)
    const end = declining ? () => decline(notice, declining) : only && (() => close(notice, only))
    if (!end) continue
    return {
      name: declining ? 'HEURISTIC-REJECT' : 'HEURISTIC-TIER1',
      hasSelfTest: false,
      isIntermediate: false,
      isCosmetic: false,
      runContext: { main: true, frame: false },
      checkRunContext: always,
      checkFrameContext: always,
      hasMatchingUrlPattern: always,
      detectCmp: async () => true,
      detectPopup: async () => true,
      optOut: () => staying(end),
      optIn: async () => false,
      openCmp: async () => false,
      test: async () => true,
    }
  }
  return undefined
}
