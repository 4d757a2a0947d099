import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { packCli } from '../../../scripts/pack-cli.ts'

test('the published package renders without the repository, and has nothing but what it needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stillframe-published-'))
  try {
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
  } finally {
    await rm(folder, { recursive: true })
  }
})
