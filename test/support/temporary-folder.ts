import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder that is removed when the test ends. Outside of a test, pass `afterAll`. */
export const temporaryFolder = (onEnd: (remove: () => void) => void = onTestFinished): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stillframe-test-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
