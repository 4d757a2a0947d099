import { spawnSync } from 'node:child_process'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import requirements from '../programs.json' with { type: 'json' }

/** Debian's, which finds the packages of Debian. Another Python may come first in the path. */
export const debianPython = '/usr/bin/python3'

export type ProgramName = keyof typeof requirements

const found = new Map<ProgramName, boolean>()

const isInstalled = (name: ProgramName): boolean => {
  const known = found.get(name)
  if (known !== undefined) return known
  const [command, ...parameters] = requirements[name].check
  const isFound = spawnSync(command as string, parameters).status === 0
  found.set(name, isFound)
  return isFound
}

/**
 * Skips the test if a program is missing. The end of the run then names the test, the program, and the command that installs it. With
 * `PROGRAMS=required` the test fails instead, unless the program is optional.
 */
export const requirePrograms = (
  { skip }: Pick<TestContext, 'skip'>,
  ...names: readonly ProgramName[]
): void => {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const packages = missing.map((name) => requirements[name].packages).join(' ')
  const note = `${missing.join(', ')} is missing. Install it: apt-get install ${packages}`
  const isOptional = missing.every((name) => 'isOptional' in requirements[name])
  if (process.env['PROGRAMS'] === 'required' && !isOptional) throw new Error(note)
  skip(note)
}

/** Lets Go compile without a home folder, with one cache for all tests of a user, and without a network. */
export const goEnvironment = {
  GOCACHE: join(tmpdir(), `stillframe-go-${userInfo().uid}`),
  GOTOOLCHAIN: 'local',
}
