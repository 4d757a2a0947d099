import {
  type Callback,
  type Change,
  type Item,
  type ItemStore,
  keys,
  type Store,
  type SubStore,
} from './dynalite.ts'

/** A view of the store. Its changes stay in memory until `commit` writes them in one LevelDB batch. */
export interface Overlay extends ItemStore {
  /** The item that the last action read, before its change. */
  readonly lastRead: Item | undefined
  /** The item as it will be stored. */
  readonly written: Item | undefined
  commit(): Promise<void>
}

/**
 * Creates an overlay for one action. dynalite writes an item and its index entries one after another, so a crash could leave some of
 * them unwritten. On an overlay they are written together.
 */
export const createOverlay = (store: Store): Overlay => {
  const changes = new Map<string, Change>()
  let lastRead: Item | undefined
  let written: Item | undefined

  const read = (key: string, done: Callback<Item>) => {
    const change = changes.get(key)
    if (!change) {
      store.db.get(key, (error, item) => {
        lastRead = item
        done(error, item)
      })
      return
    }
    lastRead = change.type === 'put' ? (structuredClone(change.value) as Item) : undefined
    setImmediate(done, null, lastRead)
  }

  const write = (change: Change, done: Callback<void>) => {
    changes.set(change.key, change)
    setImmediate(done, null)
  }

  const subStore = (prefix: string): SubStore => ({
    // The caller holds the only write lock.
    lock: (_key, runLocked) => runLocked((done) => done),
    get: (key, done) => read(prefix + key, done),
    put: (key, item, done) => write({ type: 'put', key: prefix + key, value: item }, done),
    del: (key, done) => write({ type: 'del', key: prefix + key }, done),
  })

  return {
    options: store.options,
    tableDb: store.tableDb,
    getTable: store.getTable,
    getItemDb(tableName) {
      const items = subStore(keys.items(tableName))
      return {
        ...items,
        put(key, item, done) {
          written = item
          items.put(key, item, done)
        },
      }
    },
    getIndexDb: (indexType, tableName, indexName) => subStore(keys.index(indexType, tableName, indexName)),
    get lastRead() {
      return lastRead
    },
    get written() {
      return written
    },
    commit: async () => {
      if (changes.size > 0) await store.db.batch([...changes.values()])
    },
  }
}
