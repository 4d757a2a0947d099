import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { nowSeconds } from '../support/now.ts'
import { decodeImage } from '../support/render/image.ts'
import { smallPlans } from '../support/service/shared-plans.ts'
import { joinService } from '../support/service/shared-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const guide = await readFile(join(root, 'docs', 'operate', 'accounts.md'), 'utf8')
const [, start = '', walk = ''] = /## Try it.*?```sh\n([^\n]*)\n(.*?)```/s.exec(guide) ?? []
const [, plans = ''] = /^PLANS='(.*?)' npm start/.exec(start) ?? []

const service = await joinService()
const directory = temporaryFolder(afterAll)
// The walk is to meet a browser that runs.
await service.screenshot({ url: 'http://demo.stillframe.example/' })

/** `npm run -s accounts -- …` without npm, which is free to install what it misses. */
const npm = `npm() { shift 4; '${process.execPath}' '${join(root, 'local', 'accounts.ts')}' "$@"; }\n`

const runWalk = async (): Promise<string[]> => {
  const script = walk.replace(/^BASE_URL=.*$/m, `BASE_URL=${service.baseUrl}`)
  const { stdout } = await promisify(execFile)('bash', ['-euc', npm + script], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: service.dataDir },
  })
  return stdout.split('\n')
}

const toMinute = () => Math.floor(nowSeconds() / 60)

test('the walkthrough of docs/operate/accounts.md works: create, render, 423, 429, a larger plan, rotate', async () => {
  expect(JSON.parse(plans)).toEqual({ starter: smallPlans.starter })
  let lines: string[]
  let startedIn: number
  do {
    startedIn = toMinute()
    lines = await runWalk()
  } while (toMinute() !== startedIn)
  const [codes, [afterPlan = '', ...rest]] = [lines.slice(0, 5), lines.slice(6)]
  expect(codes).toEqual(['200', '200', '423', '423', '429'])
  expect(lines[5]).toMatch(/^[0-9A-Za-z]{6} {2}growth {4}paid/)
  expect(JSON.parse(afterPlan.replace(/\}account.*$/, '}'))).toEqual({
    hits: { quota: 20_000, used: 2, remaining: 19_998 },
    concurrency: { limit: 120, remaining: 115, reset: (startedIn + 1) * 60 },
    renders: { limit: 20, in_progress: 0 },
  })
  expect(rest.join('\n')).toContain(
    '"statusCode":401,"error":"Unauthorized","message":"Invalid access key","code":"invalid_access_key"',
  )
  for (const shot of ['shot1.jpeg', 'shot2.jpeg']) {
    const { width, height } = await decodeImage(await readFile(join(directory, shot)))
    expect([width, height]).toEqual([1280, 1080])
  }
})
