import { beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import type { StoredTask } from '../../../lib/core/tasks/stored-task.ts'
import { toWatchKey, type Watch } from '../../../lib/core/watch/watch.ts'
import { createKeepBaselines } from '../../../lib/jobs/tasks/keep-baselines.ts'

const now = 1_900_000_000
const watch: Watch = { mode: 'text', threshold: 0, ignore_selectors: [], notify: 'change' }
const definition = { api: 'scrape', query: 'url=http%3A%2F%2Fexample.com%2F&format=md', watch } as const

const taskOf = (id: number, expiresIn: number): StoredTask => ({
  ...definition,
  id,
  accountId: id === 3 ? 'closed' : 'open',
  name: '',
  frequency: 'every_day',
  timezone: 'Etc/UTC',
  enabled: true,
  created: now,
  runs: 1,
  revision: 1,
  baseline: {
    requestId: `${id}`,
    key: toWatchKey(definition),
    ignored: [],
    file: {
      name: `${id}`,
      contentType: 'text/markdown',
      extension: 'md',
      sha256: '',
      bytes: 1,
      created: now,
      expires: now + expiresIn,
    },
  },
})

let clockMs = 0
let copied: string[] = []
let copyMs = 0

beforeEach(() => {
  clockMs = now * 1000
  copied = []
  copyMs = 100
})

const keepWith = (tasks: readonly StoredTask[]) =>
  createKeepBaselines({
    tasks: {
      find: async (id) => tasks.find((task) => task.id === id),
      moveBaseline: async () => true,
    },
    accounts: {
      findStatus: async (id) => ({
        id,
        plan: 'scale',
        paid: true,
        ...(id === 'closed' && { closed: now }),
      }),
    },
    files: {
      copy: async (name) => {
        clockMs += copyMs
        copied.push(name)
        return true
      },
      remove: async () => undefined,
    },
    nowMs: () => clockMs,
    log: silentLogger,
  })(tasks.map((task) => ({ ...task, baselineExpires: task.baseline?.file.expires })))

test('the baseline that expires next is kept first, and baselines of closed accounts are not', async () => {
  expect(await keepWith([taskOf(1, 300), taskOf(2, 100), taskOf(3, 50), taskOf(4, 200)])).toEqual({
    kept: 3,
    errors: 0,
  })
  expect(copied).toEqual(['2', '4', '1'])
})

test('a sweep ends in time, and the rest is kept by the next one', async () => {
  copyMs = 25_000
  const tasks = [1, 2, 4, 5, 6].map((id) => taskOf(id, id * 1000))
  expect(await keepWith(tasks)).toEqual({ kept: 3, errors: 0 })
  expect(await keepWith(tasks.slice(3))).toEqual({ kept: 2, errors: 0 })
})
