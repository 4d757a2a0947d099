import type { StoredObject } from './database.ts'
import { notEmulated } from './errors.ts'
import { abortUploads } from './multipart.ts'
import { deleteObjects, type S3Store } from './store.ts'
import { readTags } from './write-object.ts'
import { contentsOf, textOf } from './xml.ts'

const dayMs = 24 * 60 * 60 * 1000
const unknownElements = [
  'Date',
  'Transition',
  'NoncurrentVersionExpiration',
  'ObjectSizeGreaterThan',
  'ObjectSizeLessThan',
]

interface Rule {
  prefix: string
  /** An object must carry all of them. */
  tags: [key: string, value: string][]
  expirationDays: number | undefined
  abortUploadDays: number | undefined
}

/** Refuses what the sweep would ignore: a rule must not delete more or less than it says. */
export const assertLifecycleIsEmulated = (xml: string) => {
  const unknown = unknownElements.find((name) => contentsOf(xml, name).length > 0)
  if (unknown) throw notEmulated(`${unknown} in a lifecycle rule`)
}

/**
 * Deletes objects whose Expiration in days is over and abandoned uploads; returns how many objects. S3 does it once a
 * day at midnight UTC, this at the exact age.
 */
export const sweepExpired = (store: S3Store): number => {
  let deleted = 0
  for (const { name, configuration } of store.database.listBuckets()) {
    for (const rule of readRules(configuration.lifecycle ?? '')) {
      const expired = expiredKeys(store, name, rule)
      deleteObjects(store, name, expired)
      deleted += expired.length
      abortUploads(store, abandonedUploads(store, name, rule))
    }
  }
  return deleted
}

const readRules = (xml: string): Rule[] =>
  contentsOf(xml, 'Rule')
    .filter((rule) => textOf(rule, 'Status') === 'Enabled')
    .map((rule) => ({
      prefix: textOf(rule, 'Prefix') ?? '',
      tags: readTags(rule),
      expirationDays: toNumber(textOf(contentsOf(rule, 'Expiration')[0] ?? '', 'Days')),
      abortUploadDays: toNumber(textOf(rule, 'DaysAfterInitiation')),
    }))

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const expiredKeys = ({ database, nowMs }: S3Store, bucket: string, rule: Rule) => {
  if (rule.expirationDays === undefined) return []
  return database
    .listObjectsOlderThan(bucket, nowMs() - rule.expirationDays * dayMs)
    .filter((object) => isCovered(object, rule))
    .map(({ key }) => key)
}

const isCovered = ({ key, metadata }: StoredObject, { prefix, tags }: Rule) =>
  key.startsWith(prefix) &&
  tags.every(([name, value]) => metadata.tags?.some((tag) => tag[0] === name && tag[1] === value))

const abandonedUploads = ({ database, nowMs }: S3Store, bucket: string, rule: Rule) => {
  if (rule.abortUploadDays === undefined) return []
  const oldestMs = nowMs() - rule.abortUploadDays * dayMs
  return database
    .listUploads(bucket)
    .filter(({ key, createdMs }) => key.startsWith(rule.prefix) && createdMs < oldestMs)
}
