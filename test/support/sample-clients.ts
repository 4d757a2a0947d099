import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../local/bundles.ts'

/** The languages whose samples use a client, and whether this machine can run them. */
export const languagesWithClients: Readonly<Partial<Record<string, boolean>>> = {
  JavaScript: true,
  Python: spawnSync('/usr/bin/python3', ['-c', 'import httpx']).status === 0,
}

/** Lets Python find its client. */
export const clientEnvironment = {
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
