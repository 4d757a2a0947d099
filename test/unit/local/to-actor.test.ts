import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { toActor } from '../../../local/accounts/to-actor.ts'

test('who runs a command is a user and a host', () => {
  expect(toActor(() => ({ username: 'ada' }))).toBe(`ada@${hostname()}`)
})

test('a user without an entry in passwd is named by its number', () => {
  const readUser = () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd')
  }
  expect(toActor(readUser)).toBe(`uid ${process.getuid?.()}@${hostname()}`)
})
