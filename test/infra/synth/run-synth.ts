import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Graph, SynthOptions } from './graph.ts'

// Pulumi keeps the stack of each of its promises, which takes a third of the time. Without the flag, an error has its stack.
const flags = ['--no-warnings', '--stack-trace-limit=0']

/** @throws Error with what sst.config.ts threw, if it did */
export const synthesize = async (options: SynthOptions): Promise<Graph> => {
  const folder = await mkdtemp(join(tmpdir(), 'stillframe-infra-'))
  const file = join(folder, 'graph.json')
  try {
    await promisify(execFile)(
      process.execPath,
      [...flags, join(import.meta.dirname, 'synth.ts'), JSON.stringify(options), file],
      // The settings of the machine that runs the tests do not apply to the stage.
      { env: { PATH: process.env['PATH'], HOME: process.env['HOME'] }, maxBuffer: 64 * 1024 ** 2 },
    )
    return JSON.parse(await readFile(file, 'utf8')) as Graph
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr || String(error))
  } finally {
    await rm(folder, { recursive: true })
  }
}
