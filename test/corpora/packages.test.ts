import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { root } from '../../local/bundles.ts'
import { packCli } from '../../scripts/pack-cli.ts'
import { debianPython, requirePrograms } from '../support/programs.ts'
import { joinService } from '../support/service/shared-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const service = await joinService()

test('the published package renders without the repository, and has nothing but what it needs', async () => {
  const folder = temporaryFolder()
  const installed = join(folder, 'node_modules', 'stillframe')
  await packCli(installed)
  expect((await readdir(installed)).toSorted()).toEqual([
    'LICENSE',
    'NOTICE',
    'README.md',
    'generated',
    'local',
    'package.json',
  ])
  expect((await readdir(join(installed, 'generated'))).toSorted()).toEqual([
    'annoyances',
    'demo',
    'fonts',
    'hyphen-data',
    'in-page',
    'service',
  ])
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  expect(readme).toContain('manages scheduled tasks |')
  expect(readme).not.toMatch(/\]\((?!https?:|#)/)
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('private')
  expect(manifest).not.toHaveProperty('devDependencies')
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
  const program = join(installed, manifest.bin.stillframe)
  const image = join(folder, 'x.webp')
  const line = ['shot', 'http://demo.stillframe.example/', '-o', image, '--viewport-width', '200', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...line], { cwd: folder })
  expect(JSON.parse(stdout)).toMatchObject([{ file: image, content_type: 'image/webp' }])
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 200 })
})

test('the package that npm packs installs without a network, and runs without anything else', async () => {
  const folder = temporaryFolder()
  // npm compiles the sources where they are, so it gets a copy.
  const sources = join(folder, 'repository/clients/typescript')
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    npm_config_cache: join(folder, 'cache'),
  }
  const npm = (...parameters: string[]) =>
    execFileSync('npm', [...parameters, '--silent', '--offline', '--no-audit'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    }).trim()
  await cp(join(root, 'clients/typescript'), sources, { recursive: true })
  await cp(join(root, 'tsconfig.json'), join(folder, 'repository/tsconfig.json'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  npm('install', `./${npm('pack', sources, '--pack-destination', folder).split('\n').at(-1)}`)
  const installed = join(folder, 'node_modules/@stillframe/client')
  expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  expect(await readFile(join(installed, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https?:)/)
  const program = `import { createClient } from '@stillframe/client'
    const client = createClient(${JSON.stringify({ url: service.baseUrl, accessKey: service.accessKey })})
    console.log((await client.getAccount()).id)`
  await writeFile(join(folder, 'program.js'), program)
  const output = execFileSync(process.execPath, [join(folder, 'program.js')], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(output.trim()).toBe(service.accessKey.slice(0, 6))
})

test('the types of the Python client are strict, and so are those of its users', async (context) => {
  requirePrograms(context, 'python3', 'httpx', 'mypy')
  const parameters = ['-m', 'mypy', '--cache-dir', temporaryFolder(), 'src', 'tests']
  const { stdout } = await promisify(execFile)(debianPython, parameters, {
    cwd: join(root, 'clients/python'),
    env: { ...process.env, PYTHONPATH: 'src' },
  })
  expect(stdout).toContain('Success: no issues found')
})
