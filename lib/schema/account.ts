import * as z from 'zod'
import { rejectIf, withRules } from './check.ts'
import { fieldsOf } from './docs.ts'
import { type KeyScope, keyScopes } from './key-scopes.ts'
import { secondsMax } from './requests.ts'
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
    concurrency: z.int().min(1),
    free_failures: z.int().min(0),
    /** The features that not every plan includes. */
    features: z.array(z.enum(tierFeatures)),
  }),
  /** Unix seconds. */
  created: z.int().nonnegative(),
  /** Whether the account requires signed requests. */
  signed_requests: z.boolean(),
  /** The lowest version of signatures that it accepts. */
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

export const expiresOfChange = field(z.int().nonnegative(), {
  title: 'Expires',
  description: `Unix time in seconds from which the change is refused, at most ${changeSecondsMax} seconds ahead. The service's clock counts, which the response header \`Date\` shows.`,
  examples: [1_893_456_000],
})

export const keyGenerationOfChange = field(z.int().nonnegative(), {
  title: 'Key generation',
  description:
    'The `key_generation` of the account, as `GET /v1/account` returns it. The change is refused if it is no longer current, so a captured request cannot be repeated.',
  examples: [7],
})

export const keyNameMax = 60

/** Characters that change the writing direction could make one key look like another. */
const keyNameProblem = (name: string): string | undefined =>
  /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? 'must not contain control characters'
    : undefined

export const KeyName = z.string().trim().min(1).max(keyNameMax).check(rejectIf(keyNameProblem))
const keyNameDoc = {
  title: 'Name',
  description: 'Name of the access key, 1 to 60 characters, such as the client that uses it.',
  examples: ['Build server'],
}

const validUntil = z.int().nonnegative().max(secondsMax).optional()
const validUntilDoc = {
  title: 'Valid until',
  examples: [1_893_456_000],
}

const keyId = z.string().min(1).max(24)

/** The longest overlap of an old and a new key, in seconds. */
const graceSecondsMax = 7 * 86_400

const forRotation = 'Only with `rotate` access.'

/** The body of `POST /v1/account/keys`. */
export const NewKeyOptions = withRules(
  z.strictObject({
    name: field(KeyName.optional(), {
      ...keyNameDoc,
      description: `${keyNameDoc.description} Required for a new key.`,
    }),
    scope: field(z.enum(keyScopes).optional(), {
      title: 'Scope',
      description:
        'What the key opens: `full` everything; `render` the operations that render, and reading requests, usage and devices; `read` only reading; `links` only GET of an operation that renders, with a valid signature. It cannot be changed. Required for a new key.',
      examples: ['links'],
    }),
    valid_until: field(validUntil, {
      ...validUntilDoc,
      description:
        'Unix time in seconds from which the new key is invalid. Without it, or with 0, it never expires.',
    }),
    rotate: field(z.enum(['access', 'secret']).optional(), {
      title: 'Rotate',
      description:
        'Replaces a key instead: an access key, by one with the same name, scope and expiry, or the secret key. The old one is invalid from the next request.',
      examples: ['access'],
    }),
    id: field(keyId.optional(), {
      title: 'Key',
      description: `The id of the access key to replace. Default: the key of this request. ${forRotation}`,
      examples: ['3FaZ0kQ9xW'],
    }),
    grace_seconds: field(z.int().min(0).max(graceSecondsMax).optional(), {
      title: 'Grace seconds',
      description: `For how long the old access key stays valid, 0 by default. ${forRotation}`,
      examples: [3600],
    }),
    expires: expiresOfChange,
    key_generation: keyGenerationOfChange,
  }),
  [
    ...(['name', 'scope'] as const).map((parameter) => ({
      parameters: [parameter, 'rotate'] as const,
      problemOf: (options: {
        name?: string | undefined
        scope?: KeyScope | undefined
        rotate?: string | undefined
      }) => {
        const isMissing = options[parameter] === undefined
        if (options.rotate === undefined)
          return isMissing
            ? `\`${parameter}\` is required for a new access key. To replace a key, send \`rotate\`.`
            : undefined
        return isMissing
          ? undefined
          : `\`${parameter}\` is not allowed with \`rotate\`: a rotated key keeps its name, scope and expiry.`
      },
    })),
    {
      parameters: ['valid_until', 'rotate'],
      problemOf: ({ valid_until, rotate }) =>
        valid_until !== undefined && rotate !== undefined
          ? '`valid_until` is not allowed with `rotate`: a rotated key keeps its name, scope and expiry.'
          : undefined,
    },
    ...(['id', 'grace_seconds'] as const).map((parameter) => ({
      parameters: [parameter, 'rotate'] as const,
      problemOf: (options: {
        id?: string | undefined
        grace_seconds?: number | undefined
        rotate?: string | undefined
      }) =>
        options[parameter] !== undefined && options.rotate !== 'access'
          ? `\`${parameter}\` is allowed only with \`rotate\` access.`
          : undefined,
    })),
  ],
)
export type NewKeyOptions = z.output<typeof NewKeyOptions>

const storedKeyId = field(keyId, {
  title: 'Key',
  description: 'The id of the access key, as `GET /v1/account/keys` returns it.',
  examples: ['3FaZ0kQ9xW'],
})

/** The body of `PATCH /v1/account/keys`. */
export const KeyChanges = z.strictObject({
  id: storedKeyId,
  name: field(KeyName.optional(), keyNameDoc),
  valid_until: field(validUntil, {
    ...validUntilDoc,
    description: 'Unix time in seconds from which the key is invalid. 0: it never expires.',
  }),
  expires: expiresOfChange,
  key_generation: keyGenerationOfChange,
})
export type KeyChanges = z.output<typeof KeyChanges>

/** The parameters of `DELETE /v1/account/keys`. */
export const DeleteKeyOptions = z.strictObject({
  id: storedKeyId,
  key_generation: keyGenerationOfChange,
})
export type DeleteKeyOptions = z.output<typeof DeleteKeyOptions>

/** An access key in a response. */
export const KeyView = z.strictObject({
  /** The start of the key. The service stores only a hash of the whole. */
  id: z.string(),
  /** The whole key, if its scope is `links`. */
  access_key: z.string().nullable(),
  name: z.string(),
  scope: z.enum(keyScopes),
  /** Unix seconds. */
  created: z.int().nonnegative(),
  /** Unix seconds; null if it never expires. */
  valid_until: z.int().nullable(),
  /** In UTC; null before the first request. */
  last_used: z.iso.date().nullable(),
})
export type KeyView = z.output<typeof KeyView>

/** The body of `GET /v1/account/keys`: the oldest first. */
export const KeyList = z.strictObject({ keys: z.array(KeyView), key_generation: z.int().min(0) })
export type KeyList = z.output<typeof KeyList>

/** The body of `PATCH /v1/account`. */
export const AccountChanges = z.strictObject({
  signed_requests: field(z.boolean(), {
    title: 'Signed requests',
    description: 'Whether the account requires signed requests.',
    examples: [true],
  }),
  expires: expiresOfChange,
  key_generation: keyGenerationOfChange,
})
export type AccountChanges = z.output<typeof AccountChanges>

/** The new key, which is shown this once, and null for the one that has not changed. */
export const NewKey = z.strictObject({
  /** Of the access key. */
  id: z.string().nullable(),
  access_key: z.string().nullable(),
  secret_key: z.string().nullable(),
  key_generation: z.int().min(1),
})
export type NewKey = z.output<typeof NewKey>
