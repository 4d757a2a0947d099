import { findTable, type Parameters, parse, run, type Store } from './dynalite.ts'
import { errorName, isDynamoDbError } from './errors.ts'
import { checkItem } from './limits.ts'
import { createOverlay, type Overlay } from './overlay.ts'

/** Runs one function at a time, in the order of the calls. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>

export const createExclusive = (): Exclusive => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    // The caller receives the failure. The next function only waits for the end of this one.
    last = result.catch(() => undefined)
    return result
  }
}

/** Performs PutItem, UpdateItem or DeleteItem as one atomic batch. */
export const writeItems = (store: Store, exclusive: Exclusive, operation: string, parameters: Parameters) => {
  const parsed = parse(store, operation, parameters)
  return exclusive(async () => {
    const overlay = createOverlay(store)
    try {
      const result = await run(overlay, operation, parsed)
      if (overlay.written) checkItem(await findTable(store, parsed.TableName), overlay.written)
      await overlay.commit()
      return result
    } catch (error) {
      if (isDynamoDbError(error)) Object.assign(error.body, itemOfFailedCondition(error, parameters, overlay))
      throw error
    }
  })
}

/** Returns the `Item` member of a failed condition if the caller requested it. dynalite ignores that parameter. */
const itemOfFailedCondition = (error: unknown, parameters: Parameters, { lastRead }: Overlay) => {
  const isWanted = parameters.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
  if (!isWanted || !lastRead || !isDynamoDbError(error)) return {}
  return errorName(error) === 'ConditionalCheckFailedException' ? { Item: lastRead } : {}
}
