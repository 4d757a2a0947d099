import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  countZombies,
  createMemoryGauge,
  groupMembers,
  watchNetworkProcess,
} from '../../../../lib/render/browser/process-group.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('zombies of every group are counted, and none is a member of its group', async () => {
  const procDir = temporaryFolder()
  const processes = [
    { pid: 10, state: 'Z', group: 10 },
    { pid: 11, state: 'Z', group: 10 },
    { pid: 12, state: 'S', group: 10 },
    { pid: 20, state: 'Z', group: 20 },
    { pid: 30, state: 'Z', group: 30 },
  ]
  for (const { pid, state, group } of processes) {
    await mkdir(join(procDir, String(pid)))
    await writeFile(join(procDir, String(pid), 'stat'), `${pid} (head (less) shell) ${state} 1 ${group} 5 0`)
  }
  expect(countZombies(procDir)).toBe(4)
  expect(groupMembers(10, procDir)).toEqual([12])
})

test.each([
  ['its status cannot be read', 'stat', 'status'],
  ['it cannot be told from other processes', 'comm', 'stat'],
])('the memory of a browser that cannot be measured is an error: %s', async (_, file, unreadable) => {
  const procDir = temporaryFolder()
  await mkdir(join(procDir, '10', unreadable), { recursive: true })
  await writeFile(join(procDir, '10', file), '10 (headless_shell) S 1 10 5 0')
  const measure = createMemoryGauge(10, procDir)
  expect(measure).toThrow('EISDIR')
  await rm(join(procDir, '10'), { recursive: true })
  expect(measure()).toBe(0)
})

test('a network process that ends or becomes a zombie is lost, even when another one has started', async () => {
  const procDir = temporaryFolder()
  const write = async (pid: number, state: string, command: string) => {
    await mkdir(join(procDir, String(pid)), { recursive: true })
    await writeFile(join(procDir, String(pid), 'stat'), `${pid} (headless_shell) ${state} 1 10 5 0`)
    await writeFile(join(procDir, String(pid), 'cmdline'), command)
  }
  const networkCommand = 'shell\0--type=utility\0--utility-sub-type=network.mojom.NetworkService\0'
  await write(10, 'S', 'shell\0')
  const isLost = watchNetworkProcess(10, procDir)
  expect(isLost()).toBe(false)
  await write(11, 'S', networkCommand)
  expect(isLost()).toBe(false)
  await write(11, 'Z', '')
  expect(isLost()).toBe(true)
  await write(12, 'S', networkCommand)
  expect(isLost()).toBe(true)
  await rm(join(procDir, '11'), { recursive: true })
  expect(isLost()).toBe(true)
})
