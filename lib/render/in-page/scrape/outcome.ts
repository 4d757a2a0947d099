import type { AddressForm } from '../../../core/plan/render-plan.ts'
import type { MainContentReport } from './omitted.ts'

export interface ScrapeOptions {
  format: 'html' | 'md'
  onlyMainContent: boolean
  /** Where the addresses of Markdown are. */
  links: AddressForm
  images: AddressForm
  includeSelectors: string[]
  excludeSelectors: string[]
  /** UTF-16 units. */
  lengthMax: number
}

export type ScrapeOutcome =
  | { kind: 'content'; text: string; mainContent?: MainContentReport | undefined }
  /** `include_selectors` matched no element. */
  | { kind: 'nothing' }
  /** `exclude_selectors` matched the root element. */
  | { kind: 'root_excluded' }
  | { kind: 'too_large' }
