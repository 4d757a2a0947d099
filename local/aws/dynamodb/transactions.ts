import { createHash } from 'node:crypto'
import {
  type Change,
  dynalite,
  findTable,
  type Item,
  type Parameters,
  parse,
  rangeOf,
  run,
  type Store,
  toPromise,
} from './dynalite.ts'
import { type DynamoDbError, errorName, isDynamoDbError, serviceError, validationError } from './errors.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import { type Exclusive, itemOfFailedCondition } from './writes.ts'

const itemsMax = 100
/** How long DynamoDB recognises a `ClientRequestToken`. */
const tokenMs = 10 * 60_000
const tokenPrefix = 'token~'

interface Deps {
  store: Store
  exclusive: Exclusive
  nowMs: () => number
}

interface Step {
  kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck'
  operation: string
  parameters: Parameters
  parsed: Parameters
}

interface CancellationReason {
  Code: string
  Message?: string | undefined
  Item?: Item
}

interface UsedToken {
  requestHash: string
  usedMs: number
}

/** TransactWriteItems: all of it in one LevelDB batch or, with the reasons, nothing. */
export const transactWrite = async (
  { store, exclusive, nowMs }: Deps,
  parameters: Record<string, unknown>,
) => {
  const steps = readItems(parameters).map((item) => toStep(store, item))
  await assertDistinctItems(store, steps)
  const requestHash = createHash('sha256').update(JSON.stringify(parameters.TransactItems)).digest('hex')
  return exclusive(async () => {
    const tokenKey = tokenPrefix + (parameters.ClientRequestToken ?? '')
    if (tokenKey !== tokenPrefix && (await isReplay(store, tokenKey, requestHash, nowMs()))) return {}
    const overlay = createOverlay(store)
    const reasons: CancellationReason[] = []
    for (const step of steps) reasons.push(await tryStep(overlay, step))
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons)
    const token: UsedToken = { requestHash, usedMs: nowMs() }
    await overlay.commit(tokenKey === tokenPrefix ? [] : [{ type: 'put', key: tokenKey, value: token }])
    return {}
  })
}

/** TransactGetItems: no write happens between the reads. */
export const transactGet = ({ store, exclusive }: Deps, parameters: Record<string, unknown>) => {
  const gets = readItems(parameters).map(({ Get }) => parse(store, 'GetItem', Get ?? {}))
  return exclusive(async () => ({
    Responses: await Promise.all(gets.map((get) => run(store, 'GetItem', get))),
  }))
}

/** Tokens are kept in the store, so that a retry across a restart is recognised; this removes the old ones. */
export const forgetOldTokens = async ({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>) => {
  const old: Change[] = []
  for await (const [key, value] of store.db.iterator(rangeOf(tokenPrefix))) {
    if ((value as UsedToken).usedMs < nowMs() - tokenMs) old.push({ type: 'del', key })
  }
  if (old.length > 0) await store.db.batch(old)
}

const readItems = ({ TransactItems: items }: Record<string, unknown>): Record<string, Parameters>[] => {
  if (Array.isArray(items) && items.length > 0 && items.length <= itemsMax) return items
  throw validationError(
    `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length between 1 and ${itemsMax}`,
  )
}

const toStep = (store: Store, item: Record<string, Parameters>): Step => {
  for (const kind of ['Put', 'Update', 'Delete', 'ConditionCheck'] as const) {
    const parameters = item[kind]
    if (!parameters) continue
    // A condition check takes the same members as a conditional delete.
    const operation = kind === 'ConditionCheck' ? 'DeleteItem' : `${kind}Item`
    return { kind, operation, parameters, parsed: parse(store, operation, parameters) }
  }
  throw validationError('TransactItems can only contain one of Check, Put, Update or Delete')
}

const assertDistinctItems = async (store: Store, steps: Step[]) => {
  const seen = new Set<string>()
  for (const { kind, parsed } of steps) {
    const table = await findTable(store, parsed.TableName)
    const key = (kind === 'Put' ? parsed.Item : parsed.Key) as Item
    const invalid = kind === 'Put' ? dynalite.validateItem(key, table) : dynalite.validateKey(key, table)
    if (invalid) throw invalid
    const identity = `${parsed.TableName}~${dynalite.createKey(key, table)}`
    if (seen.has(identity)) {
      throw validationError('Transaction request cannot include multiple operations on one item')
    }
    seen.add(identity)
  }
}

const isReplay = async (store: Store, tokenKey: string, requestHash: string, nowMs: number) => {
  const used = (await store.db.get(tokenKey)) as UsedToken | undefined
  if (!used || used.usedMs < nowMs - tokenMs) return false
  if (used.requestHash === requestHash) return true
  throw serviceError(
    'IdempotentParameterMismatchException',
    'Request with the same client request token but different parameters',
  )
}

const tryStep = async (overlay: Overlay, step: Step): Promise<CancellationReason> => {
  try {
    if (step.kind === 'ConditionCheck') await checkCondition(overlay, step.parsed)
    else await run(overlay, step.operation, step.parsed)
    return { Code: 'None' }
  } catch (error) {
    if (!isDynamoDbError(error)) throw error
    return {
      Code: reasonCode(error),
      Message: error.body.message,
      ...itemOfFailedCondition(error, step.parameters, overlay),
    }
  }
}

const checkCondition = async (overlay: Overlay, parsed: Parameters) => {
  const table = await findTable(overlay, parsed.TableName)
  const key = dynalite.createKey(parsed.Key as Item, table)
  const item = await toPromise<Item | undefined>((done) => overlay.getItemDb(parsed.TableName).get(key, done))
  const failed = dynalite.checkConditional(parsed, item)
  if (failed) throw failed
}

const reasonCode = (error: DynamoDbError) => {
  const name = errorName(error)
  return name === 'ValidationException' ? 'ValidationError' : name.replace(/Exception$/, '')
}

const cancelled = (reasons: CancellationReason[]) =>
  serviceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  )
