import { type KeyOptions, toKeyId, toKeyViews } from '../../lib/core/access/account-keys.ts'
import type { Erased } from '../../lib/jobs/erase-account.ts'
import type { TierName } from '../../lib/schema/tier-features.ts'
import type { AuditEntry } from '../../lib/store/account-audit.ts'
import type { MonthlyHits } from '../../lib/store/account-data.ts'
import type { Account } from '../../lib/store/accounts.ts'
import { signInMinutes } from '../sign-in-codes.ts'

/** What a command prints: `json` with --json, else `lines`, or always `text`, which can be longer than a string. */
export type Output = TextOutput | { text: AsyncIterable<string> }

interface TextOutput {
  json: object
  lines: string[]
}

interface Keys {
  id: string
  plan: TierName
  /** Null if it has not changed. Only its hash is stored. */
  accessKey: string | null
  secretKey: string
}

/** @param link signs in to the dashboard; only the local service has one */
export const keysOutput = ({ id, plan, accessKey, secretKey }: Keys, link?: string): TextOutput => ({
  json: { id, plan, accessKey, secretKey },
  lines: [
    `account     ${id} (${plan})`,
    `access key  ${accessKey ?? 'as before'}`,
    `secret key  ${secretKey}`,
    ...(accessKey === null
      ? []
      : [
          ...(link === undefined ? [] : [`dashboard   ${link}`]),
          'The access key is shown this once: only its hash is kept.',
          link === undefined
            ? 'Sign in with both keys at /dashboard of the service.'
            : `The link signs in once, within ${signInMinutes} minutes. Later, enter the keys.`,
        ]),
  ],
})

/** Returns the account without its keys. Times are in Unix seconds. */
export const toState = ({
  id,
  plan,
  limits = {},
  paid,
  signedRequests = false,
  signatureVersion = 1,
  created,
  closed,
}: Account) => ({
  id,
  plan,
  ...(Object.keys(limits).length > 0 && { limits }),
  paid,
  signedRequests,
  signatureVersion,
  created,
  closed: closed ?? null,
})

const toLine = (account: Account): string => {
  const { id, plan, limits = {}, paid, signedRequests, signatureVersion, created, closed } = toState(account)
  return [
    id,
    plan.padEnd(8),
    (paid ? 'paid' : 'unpaid').padEnd(6),
    (signedRequests ? 'signed' : 'unsigned').padEnd(8),
    `v${signatureVersion}`,
    `created ${toTime(created)}`,
    ...(closed === null ? [] : [`closed ${toTime(closed)}`]),
    ...Object.entries(limits).map(([name, value]) => `${name} ${value}`),
  ].join('  ')
}

export const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()

export const stateOutput = (account: Account): TextOutput => ({
  json: toState(account),
  lines: [toLine(account)],
})

export const statesOutput = (accounts: readonly Account[]): TextOutput => ({
  json: { accounts: accounts.map(toState) },
  lines: accounts.map(toLine),
})

export const usageOutput = (month: string, accounts: readonly MonthlyHits[]): TextOutput => ({
  json: { month, accounts },
  lines: accounts.map(({ id, hits, operations }) =>
    [
      id,
      String(hits).padStart(9),
      ...Object.entries(operations).flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${count}`])),
    ].join('  '),
  ),
})

export const auditOutput = (entries: readonly AuditEntry[]): TextOutput => ({
  json: { entries },
  lines: entries.map(({ atMs, actor, action }) => `${toTime(atMs / 1000)}  ${actor}  ${action}`),
})

/** The service shows the days of the last use, which are not in the table of accounts. */
export const keyListOutput = (account: Account): TextOutput => {
  const keys = toKeyViews(account, new Map()).map(
    ({ last_used: _, access_key: accessKey, valid_until: validUntil, ...key }) => ({
      ...key,
      accessKey,
      validUntil,
    }),
  )
  return {
    json: { keys },
    lines: keys.map(({ id, accessKey, name, scope, created, validUntil }) =>
      [
        id.padEnd(10),
        scope.padEnd(6),
        `created ${toTime(created)}`,
        ...(validUntil === null ? [] : [`valid until ${toTime(validUntil)}`]),
        name,
        ...(accessKey === null ? [] : [accessKey]),
      ].join('  '),
    ),
  }
}

export const newKeyOutput = (accessKey: string, { name, scope, expires }: KeyOptions): TextOutput => ({
  json: { id: toKeyId(accessKey), name, scope, accessKey, validUntil: expires ?? null },
  lines: [
    `access key  ${accessKey} (${scope})`,
    ...(scope === 'links' ? [] : ['The access key is shown this once: only its hash is kept.']),
  ],
})

const kinds: Readonly<Record<keyof Erased, string>> = {
  tasks: 'tasks',
  schedules: 'schedules',
  requests: 'requests',
  files: 'files',
  cacheEntries: 'cache entries',
  usage: 'counters of usage',
  accounts: 'accounts',
}

/** @param id of an account that may have been erased before */
export const erasedOutput = (id: string, erased: Erased): TextOutput => ({
  json: { id, erased },
  lines: [
    ...Object.entries(kinds).map(([kind, label]) => `${label.padEnd(18)} ${erased[kind as keyof Erased]}`),
    `Nothing is stored of the account ${id} any longer, except what expires later: docs/operate/personal-data.md.`,
  ],
})
