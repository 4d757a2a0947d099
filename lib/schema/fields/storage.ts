import * as z from 'zod'
import { rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'

const { field } = fieldsOf('identity')

const itemsMax = 100

/** Characters of all names and values. Chromium stores ten million for an origin. */
const charactersMax = 1_000_000

const items = z
  .record(z.string().min(1).max(1000), z.string().max(500_000))
  .check(
    rejectIf((given) => {
      const entries = Object.entries(given)
      if (entries.length > itemsMax) return `must have at most ${itemsMax} members`
      const characters = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
      return characters > charactersMax
        ? `must have at most ${charactersMax} characters in all, not ${characters}`
        : undefined
    }),
  )
  .optional()

const shared = {
  'x-extension': true,
  'x-private': true,
  maxProperties: itemsMax,
} as const

/** In the order of the reference. */
export const storageShape = {
  local_storage: field(items, {
    ...shared,
    title: 'Local storage',
    description:
      "Items of `localStorage` for the origin of `url`, set before the page's own scripts run. An item that the page has changed is not set again.",
    examples: [{ token: 'eyJhbGciOiJIUzI1NiJ9', theme: 'dark' }],
  }),
  session_storage: field(items, {
    ...shared,
    title: 'Session storage',
    description: 'Items of `sessionStorage`, under the same rules as `local_storage`.',
    examples: [{ step: '2' }],
  }),
}
