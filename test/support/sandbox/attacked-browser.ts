// Renders with a browser whose processes try to attack this one, and prints the outcomes as JSON. Its arguments: the folder of TARGET and
// RESULTS, that of the browser, and the library that attacks.c makes, which replaces the one that the browser's processes preload.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getSystemErrorName } from 'node:util'
import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { createRenderReport, type Isolation } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { filtersOf, groupMembers } from '../../../lib/render/browser/process-group.ts'
import { assetsDir } from '../render/shared-browser.ts'
import { type Attack, attacks, type Outcome, type Outcomes, type Process } from './attacks.ts'

const [dir = '', temporaryDir = '', library = ''] = process.argv.slice(2)
const firstSignal = 34
const resultsFile = join(dir, 'results')

const { preload } = await installChromium(temporaryDir)
rmSync(preload)
copyFileSync(library, preload)
writeFileSync(resultsFile, '')
writeFileSync(join(dir, 'target'), String(process.pid))

const log: object[] = []
let browserId = 0
const info = (fields: Readonly<Record<string, unknown>>, message: string) => {
  if (message === 'browser launched') browserId = Number(fields['processId'])
}
const warn = (fields: object, message: string) => log.push({ ...fields, message })
const host = createBrowserHost({
  assetsDir,
  temporaryDir,
  log: { info, warn, error: warn },
})

const flags: Record<Process, string> = {
  renderer: '--type=renderer',
  network: 'network.mojom.NetworkService',
  'GPU, plain kind': '--type=gpu-process',
  'GPU, gpu kind': '--type=gpu-process',
}

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

const stateOf = (pid: number) => {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  } catch {
    return undefined
  }
}

/** Waits for 10 ms each. A minute is more than any of them takes on a busy machine. */
const waitsMax = 6_000

const results = () => readFileSync(resultsFile, 'utf8').split('\n')

/** The main process first. A process that Chromium adds for its sandbox has the same command line. */
const find = (kind: Process) => groupMembers(browserId).find((pid) => commandOf(pid).includes(flags[kind]))

/** Of system calls. Chromium adds them to the GPU process and to renderers when these have started. */
const hasFilters = (pid: number) => filtersOf(pid) > filtersOf('self')

const untilConfined = async (pid: number) => {
  for (let waited = 0; !hasFilters(pid) && waited < waitsMax; waited++) await pause(10)
}

const tryAttack = async (pid: number, index: number): Promise<Outcome> => {
  const before = results().length
  process.kill(pid, firstSignal + index)
  for (let waited = 0; waited < waitsMax; waited++) {
    const [number, result] =
      results()
        .slice(before - 1)[0]
        ?.split(' ') ?? []
    if (number === String(index) && result !== undefined)
      return Number(result) >= 0 ? 'succeeded' : (getSystemErrorName(Number(result)) as Outcome)
    if ([undefined, 'Z', 'X'].includes(stateOf(pid))) return 'ended'
    await pause(10)
  }
  throw new Error(`${attacks[index]} has no outcome.`)
}

const left = new Map<Process, Attack[]>(Object.keys(flags).map((kind) => [kind as Process, [...attacks]]))
const outcomes = Object.fromEntries(Object.keys(flags).map((kind) => [kind, {}])) as Outcomes
let isolation: Isolation | undefined

/** Whether a process of this kind gets filters on this ground. */
const isConfined = (kind: Process) =>
  isolation?.sandbox !== 'none' && ['renderer', 'GPU, plain kind'].includes(kind)

/** Attacks from each process of the browser, until one ends. */
const attackFrom = async (kinds: readonly Process[]) => {
  for (const kind of kinds) {
    const waiting = left.get(kind) ?? []
    const pid = find(kind)
    if (pid === undefined) throw new Error(`There is no ${kind} process.`)
    if (isConfined(kind)) await untilConfined(pid)
    while (waiting.length > 0) {
      const attack = waiting.shift() as Attack
      const outcome = await tryAttack(pid, attacks.indexOf(attack))
      outcomes[kind][attack] = outcome
      if (outcome === 'ended') return
    }
  }
}

const open = async (gpuRendering: boolean, kinds: readonly Process[]) => {
  const report = createRenderReport()
  const egress = { policy: { allow: parseEgressAllow(''), serviceHosts: [] } }
  const request = { egress, gpuRendering, report, signal: AbortSignal.timeout(200_000) }
  const isDone = () => kinds.every((kind) => left.get(kind)?.length === 0)
  while (!isDone()) {
    await host
      .withPage(request, async ({ page }) => {
        await page.setContent('<canvas></canvas><p>Text')
        isolation = report.isolation
        await attackFrom(kinds)
      })
      .catch((error: { code?: string }) => {
        if (error.code !== 'page_crashed' && error.code !== 'browser_lost') throw error
      })
  }
}

await open(false, ['renderer', 'network', 'GPU, plain kind'])
await open(true, ['GPU, gpu kind'])
await host.close()
process.stdout.write(JSON.stringify({ isolation, outcomes, log }))
process.exit(0)
