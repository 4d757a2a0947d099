import * as z from 'zod'
import { fieldsOf } from './docs.ts'
import { tierFeatures, tierNames } from './tier-features.ts'

const { field } = fieldsOf('account')

/** The body of `GET /v1/account`. */
export const AccountReport = z.strictObject({
  id: z.string(),
  plan: z.strictObject({
    name: z.enum(tierNames),
    /** Renders per calendar month (UTC). */
    quota: z.int().min(0),
    requests_per_minute: z.int().min(1),
    /** The features that not every plan includes. */
    features: z.array(z.enum(tierFeatures)),
  }),
  /** Unix seconds. */
  created: z.int().nonnegative(),
  /** Whether the account requires signed requests. */
  signed_requests: z.boolean(),
  /** What its signatures cover. */
  signature_version: z.literal([1, 2]),
  /** While it is unpaid, every request returns 402, this one included. */
  invoice: z.enum(['paid', 'unpaid']),
  /** The first characters of the access key. The service stores only a hash of the whole. */
  access_key_start: z.string(),
  /** Increases by one with every change of a key or of `signed_requests`. */
  key_generation: z.int().min(0),
})
export type AccountReport = z.output<typeof AccountReport>

/** How far ahead the `expires` of a signed change may be, in seconds. */
export const changeSecondsMax = 300

const expires = field(z.int().nonnegative(), {
  title: 'Expires',
  description: `Unix time in seconds from which the change is refused, at most ${changeSecondsMax} seconds ahead. The service's clock counts, which the response header \`Date\` shows.`,
  examples: [1_893_456_000],
})

const keyGeneration = field(z.int().nonnegative(), {
  title: 'Key generation',
  description:
    'The `key_generation` of the account, as `GET /v1/account` returns it. The change is refused if it is no longer current, so a captured request cannot be repeated.',
  examples: [7],
})

/** The body of `POST /v1/account/keys`. */
export const RotateKeyOptions = z.strictObject({
  rotate: field(z.enum(['access', 'secret']), {
    title: 'Key',
    description: 'The key to replace. The old one is invalid from the next request.',
    examples: ['access'],
  }),
  expires,
  key_generation: keyGeneration,
})
export type RotateKeyOptions = z.output<typeof RotateKeyOptions>

/** The body of `PATCH /v1/account`. */
export const AccountChanges = z.strictObject({
  signed_requests: field(z.boolean(), {
    title: 'Signed requests',
    description: 'Whether the account requires signed requests.',
    examples: [true],
  }),
  expires,
  key_generation: keyGeneration,
})
export type AccountChanges = z.output<typeof AccountChanges>

/** The new key, which is shown this once, and null for the one that has not changed. */
export const NewKey = z.strictObject({
  access_key: z.string().nullable(),
  secret_key: z.string().nullable(),
  key_generation: z.int().min(1),
})
export type NewKey = z.output<typeof NewKey>
