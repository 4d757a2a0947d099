import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('an image of an older version leaves the tag latest where it is', () => {
  const [, script = ''] =
    /- name: Tag them\n(?:.*\n)*? {8}run: \|\n((?: {10}.*\n)+)/.exec(
      readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'),
    ) ?? []
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'digests'))
  writeFileSync(join(folder, 'digests', 'amd64'), 'sha256:1')
  const tagsFor = (tag: string, releases: string[]) => {
    const commands = `gh() { printf '%s\\n' ${releases.join(' ')}; }\ndocker() { [ "$3" = create ] && echo "$@" >> tags; true; }\n`
    writeFileSync(join(folder, 'tags'), '')
    const env = {
      ...process.env,
      IMAGE: 'ghcr.io/Owner/Site',
      GITHUB_REF_NAME: tag,
      GITHUB_OUTPUT: join(folder, 'out'),
    }
    execFileSync('bash', ['-e', '-c', commands + script], { cwd: folder, env })
    return [...readFileSync(join(folder, 'tags'), 'utf8').matchAll(/--tag ghcr\.io\/owner\/site:(\S+)/g)].map(
      ([, name]) => name,
    )
  }
  expect(tagsFor('v1.10.0', ['v1.9.3', 'v1.2.0'])).toEqual(['1.10.0', '1.10', 'latest'])
  expect(tagsFor('v1.9.4', ['v1.10.0', 'v1.9.3'])).toEqual(['1.9.4', '1.9'])
  expect(tagsFor('v0.1.0', [])).toEqual(['0.1.0', '0.1', 'latest'])
})
