import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = '.github/workflows'

test.each(readdirSync(join(root, workflows)))('the workflow %s pins every action by its commit', (name) => {
  const uses = [...read(join(workflows, name)).matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(uses.length).toBeGreaterThan(0)
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/)
})

test.each(readdirSync(join(root, workflows)))('the files that the workflow %s names exist', (name) => {
  const paths = read(join(workflows, name)).matchAll(
    /(?<![\w/.-])(?:docs|scripts|lib|clients|bench|test|infra)\/[\w/.-]*\w\.\w+/g,
  )
  for (const [path] of paths) expect([path, existsSync(join(root, path))]).toEqual([path, true])
})

test.each(['.gitignore', '.dockerignore'])('%s names the settings files, which can hold secrets', (name) => {
  expect(read(name)).toMatch(/^\.env(\*|\n\.env\.\*)$/m)
})

test('the packages have one version', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(JSON.parse(read('clients/typescript/package.json')).version).toBe(version)
  expect(read('clients/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`)
})

/** Returns the text of each job of a workflow. */
const jobsOf = (name: string) =>
  new Map(
    read(join(workflows, name))
      .split(/^ {2}(?=[\w-]+:$)/m)
      .map((text) => [/^[\w-]+/.exec(text)?.[0], text]),
  )

test('the job that pushes the update of the browser runs no code of the repository or of its packages', () => {
  const jobs = jobsOf('browser.yml')
  expect(jobs.get('update')).toContain('scripts/update-browser.ts')
  expect(jobs.get('update')).not.toMatch(/permissions:|: write|github\.token|secrets\./)
  const job = jobs.get('propose')
  expect(job).toContain('contents: write')
  expect(job).toContain('persist-credentials: false')
  expect(job).toMatch(/git apply --index[\s\S]*git push/)
  expect(job).not.toMatch(/setup-node|\bnp[mx] |\bnode |scripts\//)
})

test('a release is published to npm and PyPI by the workflow alone, without a token, and can be repeated', () => {
  const jobs = jobsOf('release.yml')
  for (const [name, publishes] of [
    ['npm', 'npm publish "./$file" --ignore-scripts --provenance --access public'],
    ['pypi', 'pypa/gh-action-pypi-publish@'],
  ]) {
    const job = jobs.get(name)
    expect(job).toContain(publishes)
    expect(job).toContain('id-token: write')
    expect(job).toContain(`environment: ${name}\n`)
    expect(job).not.toContain('secrets.')
    // Whoever may publish runs no code of the repository or of its dependencies.
    expect(job).not.toMatch(/actions\/checkout|npm (ci|pack|run)|scripts\//)
  }
  expect(jobs.get('npm')).toContain('npm view "$spec" version')
  expect(jobs.get('pypi')).toContain('skip-existing: true')
  expect(jobs.get('packages')).not.toContain('permissions:')
  expect(jobs.get('release')).toMatch(/needs: \[.*npm, pypi\][\s\S]*gh release view/)
})
