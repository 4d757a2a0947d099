import { expect, test } from 'vitest'
import { readStageNames } from '../../../local/accounts/open-data.ts'

const stage = (name: string) => ({
  ACCOUNTS_TABLE: `stillframe-${name}-AccountsTable-bcdefghi`,
  USAGE_TABLE: `stillframe-${name}-UsageTable-cdefghij`,
  REQUESTS_TABLE: `stillframe-${name}-RequestsTable-defghijk`,
  TASKS_TABLE: `stillframe-${name}-TasksTable-efghijkl`,
  CACHE_TABLE: `stillframe-${name}-CacheTable-fghijklm`,
  RESULTS_BUCKET: `stillframe-${name}-results-abcd`,
  SCHEDULE_GROUP: `stillframe-${name}`,
})

test('the names of one stage are read', () => {
  expect(readStageNames(stage('accounts-test'))).toMatchObject({
    tables: { cache: 'stillframe-accounts-test-CacheTable-fghijklm' },
    scheduleGroup: 'stillframe-accounts-test',
  })
})

test('a table of another stage is refused', () => {
  for (const name of ['ACCOUNTS_TABLE', 'CACHE_TABLE'] as const)
    expect(() => readStageNames({ ...stage('production'), [name]: stage('test')[name] })).toThrow(
      /^The tables belong to several stages: stillframe-(production|test), stillframe-(production|test)\.$/,
    )
})

test('a table that was restored under another name is accepted', () => {
  const restored = { ...stage('production'), TASKS_TABLE: 'stillframe-production-restored' }
  expect(readStageNames(restored).tables.tasks).toBe('stillframe-production-restored')
})
