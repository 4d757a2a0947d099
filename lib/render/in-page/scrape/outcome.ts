export interface ScrapeWishes {
  format: 'html' | 'md'
  onlyMainContent: boolean
  includeSelectors: string[]
  excludeSelectors: string[]
  /** UTF-16 units. */
  lengthMax: number
}

export type ScrapeOutcome =
  | { kind: 'content'; text: string }
  /** `include_selectors` matched nothing. */
  | { kind: 'nothing' }
  | { kind: 'too_large' }
