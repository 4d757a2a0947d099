import { Readable } from 'node:stream'
import type { StoredResult } from '../../../lib/core/requests/stored-result.ts'
import type { NamedFile } from '../../../lib/core/watch/run-change.ts'
import type { CacheStore } from '../../../lib/store/cache.ts'
import type { ResultStore } from '../../../lib/store/results.ts'

export interface MemoryResults extends ResultStore {
  files: Map<string, { result: NamedFile; body: Buffer; attachmentName: string | undefined }>
  /** Streams that were opened and neither read nor destroyed. */
  openStreams(): number
}

/** The bucket as a map. */
export const createMemoryResults = (): MemoryResults => {
  const files: MemoryResults['files'] = new Map()
  const streams: Readable[] = []
  return {
    files,
    openStreams: () => streams.filter(({ closed, destroyed }) => !closed && !destroyed).length,
    async put(result, body, attachmentName) {
      files.set(result.name, { result, body, attachmentName })
    },
    async copy(from, result, attachmentName) {
      const file = files.get(from)
      if (file) files.set(result.name, { result, body: file.body, attachmentName })
      return file !== undefined
    },
    async open(name) {
      const file = files.get(name)
      if (!file) return undefined
      const stream = Readable.from([file.body])
      streams.push(stream)
      return stream
    },
    async remove(name) {
      files.delete(name)
    },
  }
}

export interface MemoryCache extends CacheStore {
  entries: Map<string, { result: StoredResult; expires: number }>
}

/** The cache table as a map. */
export const createMemoryCache = (nowMs: () => number): MemoryCache => {
  const entries: MemoryCache['entries'] = new Map()
  return {
    entries,
    async find(key) {
      const entry = entries.get(key)
      return entry && entry.expires * 1000 > nowMs() ? entry.result : undefined
    },
    async put(key, result, expires) {
      entries.set(key, { result, expires })
    },
    async remove(key, name) {
      if (entries.get(key)?.result.name === name) entries.delete(key)
    },
  }
}
