import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../../lib/base/logger.ts'
import { launchChromium } from '../../../../lib/render/browser/chromium.ts'
import { groupMembers } from '../../../../lib/render/browser/process-group.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Launches a shell script in place of the browser. Its `$$` is the id of the process group. */
const launch = async (script: string, launchMs = 10_000) => {
  const dir = temporaryFolder()
  const temporaryDir = join(dir, 'temporary')
  await mkdir(temporaryDir)
  const executable = join(dir, 'browser')
  await writeFile(executable, `#!/bin/sh\necho "group $$" >&2\n${script}\n`, { mode: 0o755 })
  const failure = await launchChromium({
    kind: 'plain',
    files: { executable, cacheDir: dir },
    fontsDir: dir,
    temporaryDir,
    procDir: '/proc',
    log: silentLogger,
    isSandboxed: true,
    launchMs,
    protocolMs: launchMs,
  }).then(
    () => new Error('It has started.'),
    (error: Error) => error,
  )
  const [, group] = /group (\d+)/.exec(failure.message) ?? []
  return { message: failure.message, group: Number(group), left: await readdir(temporaryDir) }
}

test.each([
  ['never responds', 'sleep 60 & sleep 60', 500],
  ['ends', 'echo broken >&2; exit 3', undefined],
  ['sends something else than messages', String.raw`printf "{}{}\0" >&4; sleep 60`, undefined],
])(
  'a browser that %s fails with its output, and leaves neither processes nor files',
  async (_what, script, launchMs) => {
    const { message, group, left } = await launch(script, launchMs)
    expect(message).toMatch(/^The browser did not start\. group \d+/)
    if (script.includes('broken')) expect(message).toContain('broken')
    expect(groupMembers(group)).toEqual([])
    expect(left).toEqual([])
  },
)
