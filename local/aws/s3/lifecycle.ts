import { notImplemented } from './errors.ts'
import { deleteObjects, type S3Store } from './store.ts'
import { contentsOf } from './xml.ts'

const dayMs = 24 * 60 * 60 * 1000
const supportedElements = new Set([
  ...['LifecycleConfiguration', 'Rule', 'ID', 'Status', 'Filter', 'Prefix', 'Expiration', 'Days'],
])

interface Rule {
  prefix: string
  expirationDays: number
}

/** Refuses elements that the sweep would ignore, because a rule must not delete more or less than it describes. */
export const assertLifecycleIsSupported = (xml: string) => {
  for (const [, name = ''] of xml.matchAll(/<([A-Za-z]+)/g))
    if (!supportedElements.has(name)) throw notImplemented(`${name} in a lifecycle rule`)
  if (xml.includes('&')) throw notImplemented('An entity in a lifecycle rule')
}

/**
 * Deletes objects that have reached the age of an Expiration rule and returns their number. S3 does so once a day at midnight UTC,
 * this emulation at the exact age.
 */
export const sweepExpired = (store: S3Store): number => {
  let deleted = 0
  for (const { name, configuration } of store.database.listBuckets()) {
    for (const rule of readRules(configuration.lifecycle ?? '')) {
      const expired = expiredKeys(store, name, rule)
      deleteObjects(store, name, expired)
      deleted += expired.length
    }
  }
  return deleted
}

const readRules = (xml: string): Rule[] =>
  contentsOf(xml, 'Rule')
    .filter((rule) => textOf(rule, 'Status') === 'Enabled')
    .map((rule) => ({
      prefix: textOf(rule, 'Prefix') ?? '',
      expirationDays: Number(textOf(rule, 'Days')),
    }))

const textOf = (xml: string, name: string): string | undefined => contentsOf(xml, name)[0]

const expiredKeys = ({ database, nowMs }: S3Store, bucket: string, { prefix, expirationDays }: Rule) =>
  database.listKeysOlderThan(bucket, nowMs() - expirationDays * dayMs).filter((key) => key.startsWith(prefix))
