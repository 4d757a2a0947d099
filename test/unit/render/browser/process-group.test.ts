import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countZombies, groupMembers } from '../../../../lib/render/browser/process-group.ts'

test('zombies of every group are counted, and none is a member of its group', async () => {
  const procDir = await mkdtemp(join(tmpdir(), 'stillframe-test-'))
  onTestFinished(() => rm(procDir, { recursive: true }))
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
