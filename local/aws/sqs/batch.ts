import { prefixedError, SqsError } from './errors.ts'
import type { Entry } from './wire.ts'

const entriesMax = 10
const idPattern = /^[A-Za-z0-9_-]{1,80}$/

/** Performs the entries independently. A refused entry does not affect the others. */
export const performBatch = (entries: Entry[] | undefined, perform: (entry: Entry) => object | undefined) => {
  const checked = checkEntries(entries)
  const Successful: object[] = []
  const Failed: object[] = []
  for (const entry of checked) {
    try {
      Successful.push({ Id: entry.Id, ...perform(entry) })
    } catch (error) {
      if (!(error instanceof SqsError)) throw error
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message })
    }
  }
  return { Successful, Failed }
}

const checkEntries = (entries: Entry[] = []): Entry[] => {
  if (entries.length === 0) {
    throw prefixedError('EmptyBatchRequest', 'There should be at least one entry in the request.')
  }
  if (entries.length > entriesMax) {
    throw prefixedError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${entriesMax}. You have sent ${entries.length}.`,
    )
  }
  for (const [index, { Id }] of entries.entries()) {
    if (!idPattern.test(Id)) {
      throw prefixedError(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      )
    }
    if (entries.findIndex((other) => other.Id === Id) < index) {
      throw prefixedError('BatchEntryIdsNotDistinct', `Id ${Id} repeated.`)
    }
  }
  return entries
}
