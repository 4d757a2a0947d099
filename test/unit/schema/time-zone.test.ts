import { expect, test } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { timeZoneNames, toScheduleZone } from '../../../lib/schema/time-zone.ts'

const read = (timezone: string) =>
  readOptions(operations.create_task, {
    kind: 'body',
    value: { name: 'a', api: 'pdf', query: 'html=x', frequency: 'every_day', timezone },
  }).timezone

test.each([
  ['Etc/Utc', 'Etc/UTC'],
  ['US/PACIFIC', 'US/Pacific'],
  ['antarctica/dumontdurville', 'Antarctica/DumontDUrville'],
  ['Europe/Berlin', 'Europe/Berlin'],
])('%s is stored as %s', (given, name) => expect(read(given)).toBe(name))

test.each(['PST', 'AET', 'SystemV/AST4', 'US/Pacific-New', '+01:00', 'Factory', 'Mars/Olympus'])(
  '%s is refused, although Intl knows some of them',
  (name) => expect(() => read(name)).toThrow(`\`timezone\` is "${name}". It must be an IANA time zone name`),
)

test('the error of a misspelled zone suggests the nearest one', () => {
  expect(() => read('Europe/Berln')).toThrow(/Did you mean Europe\/Berlin\?$/)
})

test('the table has exactly the zones of the runtime', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !timeZoneNames.includes(name))).toEqual([])
  for (const name of timeZoneNames)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: name })).not.toThrow()
  expect(new Set(timeZoneNames.map((name) => name.toLowerCase())).size).toBe(timeZoneNames.length)
})

test('a schedule uses a zone that every time zone database has', () => {
  for (const name of timeZoneNames) expect(toScheduleZone(name)).toMatch(/^(?:UTC|GMT|[A-Z][A-Za-z_]+\/.+)$/)
  expect(toScheduleZone('EST')).toBe('America/Panama')
  expect(toScheduleZone('Asia/Kolkata')).toBe('Asia/Kolkata')
})
