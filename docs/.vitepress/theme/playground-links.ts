import { keepDraft } from '../../../web/src/playground/draft.ts'

/** Brings all parameters of a sample along. The address of the playground has neither HTML nor private values. */
export const carryCalls = (): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-call]'))
    link.onclick = () => keepDraft(JSON.parse(link.dataset['call'] ?? ''))
}
