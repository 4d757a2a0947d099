import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../local/bundles.ts'
import type { SampleLanguage } from '../../web/src/samples/code-samples.ts'
import { debianPython, goEnvironment, type ProgramName } from './programs.ts'

/** How the samples of a language run, and what that needs. */
export const sampleRuntimes: Readonly<
  Record<SampleLanguage, { needs: ProgramName[]; command: readonly [string, ...string[]]; file: string }>
> = {
  curl: { needs: ['curl'], command: ['sh'], file: 'sample.sh' },
  JavaScript: { needs: [], command: [process.execPath], file: 'sample.mjs' },
  Python: { needs: ['python3', 'httpx'], command: [debianPython], file: 'sample.py' },
  PHP: { needs: ['php'], command: ['php'], file: 'sample.php' },
  Go: { needs: ['go'], command: ['go', 'run'], file: 'sample.go' },
}

/** The languages whose samples use a client. */
export const languagesWithClients: ReadonlySet<string> = new Set(['JavaScript', 'Python'])

/** Lets Python find its client, and Go its cache. */
export const clientEnvironment = {
  ...goEnvironment,
  PYTHONPATH: join(root, 'clients/python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Lets programs below a folder import `@stillframe/client`, from its sources. */
export const installClients = async (folder: string): Promise<void> => {
  const name = join(folder, 'node_modules/@stillframe/client')
  await mkdir(name, { recursive: true })
  await writeFile(join(name, 'package.json'), '{"type": "module", "exports": "./index.js"}')
  const source = join(root, 'clients/typescript/src/index.ts')
  await writeFile(join(name, 'index.js'), `export * from ${JSON.stringify(source)}\n`)
}
