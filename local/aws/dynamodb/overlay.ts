import {
  type Callback,
  type Change,
  type Item,
  type ItemStore,
  keys,
  type Store,
  type SubStore,
} from './dynalite.ts'

/** A view of the store whose changes stay in memory until `commit` writes them all in one LevelDB batch. */
export interface Overlay extends ItemStore {
  /** The item the last action found, before it changed it. */
  readonly lastRead: Item | undefined
  commit(): Promise<void>
}

/**
 * dynalite writes an item and its index entries one after another, so a crash could keep half of them. Its actions run
 * unchanged on an overlay instead.
 */
export const createOverlay = (store: Store): Overlay => {
  const changes = new Map<string, Change>()
  let lastRead: Item | undefined

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
    // The caller holds the one write lock.
    lock: (_key, runLocked) => runLocked((done) => done),
    get: (key, done) => read(prefix + key, done),
    put: (key, item, done) => write({ type: 'put', key: prefix + key, value: item }, done),
    del: (key, done) => write({ type: 'del', key: prefix + key }, done),
  })

  return {
    options: store.options,
    tableDb: store.tableDb,
    getTable: store.getTable,
    getItemDb: (tableName) => subStore(keys.items(tableName)),
    getIndexDb: (indexType, tableName, indexName) => subStore(keys.index(indexType, tableName, indexName)),
    get lastRead() {
      return lastRead
    },
    commit: async () => {
      if (changes.size > 0) await store.db.batch([...changes.values()])
    },
  }
}
