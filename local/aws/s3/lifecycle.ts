import { notEmulated } from './errors.ts'
import { deleteObjects, type S3Store } from './store.ts'
import { contentsOf, textOf } from './xml.ts'

const dayMs = 24 * 60 * 60 * 1000
const emulatedElements = new Set([
  ...['LifecycleConfiguration', 'Rule', 'ID', 'Status', 'Filter', 'Prefix', 'Expiration', 'Days'],
])

interface Rule {
  prefix: string
  expirationDays: number
}

/** Refuses what the sweep would ignore: a rule must not delete more or less than it says. */
export const assertLifecycleIsEmulated = (xml: string) => {
  for (const [, name = ''] of xml.matchAll(/<([A-Za-z]+)/g))
    if (!emulatedElements.has(name)) throw notEmulated(`${name} in a lifecycle rule`)
}

/**
 * Deletes objects whose Expiration in days is over and returns how many. S3 does it once a day at midnight UTC, this
 * emulation at the exact age.
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

const expiredKeys = ({ database, nowMs }: S3Store, bucket: string, { prefix, expirationDays }: Rule) =>
  database.listKeysOlderThan(bucket, nowMs() - expirationDays * dayMs).filter((key) => key.startsWith(prefix))
