import * as z from 'zod'
import { rejectIf } from './check.ts'
import { hasControlCharacters } from './http-url.ts'

/** Checks the outer form of a CSS selector. The page's own parser validates the rest. Puppeteer's extensions of CSS are rejected. */
export const selectorText = z
  .string()
  .min(1)
  .max(1000)
  .check(
    rejectIf((text) => {
      if (text !== '' && text.trim() === '') return 'must be a CSS selector, not blank'
      if (hasControlCharacters(text)) return 'must not contain control characters'
      return isBeyondCss(text)
        ? 'must be a CSS selector. `>>>`, `::-p-` and prefixes such as `text/` or `xpath/` are not part of CSS'
        : undefined
    }),
  )

const isBeyondCss = (text: string): boolean =>
  text.includes('>>>') || /::-p-/i.test(text) || /^\s*(?:aria|css|pierce|text|xpath)\//i.test(text)
