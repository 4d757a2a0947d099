// npm run smoke -- <base-url> [<access-key>] [--short]: checks a deployed stage, or the local service, end to end.
import { parseArgs } from 'node:util'
import { awsChecks } from './smoke/aws-checks.ts'
import type { Check, Target } from './smoke/client.ts'
import { serviceChecks } from './smoke/service-checks.ts'
import { siteChecks } from './smoke/site-checks.ts'

const usage = `npm run smoke -- <base-url> [<access-key>] [--short]
SMOKE_ACCESS_KEY can hold the access key. SMOKE_SECRET_KEY and SMOKE_UNPAID_ACCESS_KEY add checks: docs/operate/deploy.md.`

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Prints the result of one check. */
const runCheck = async (
  { name, skip, run }: Check,
  target: Target,
): Promise<'passed' | 'failed' | 'skipped'> => {
  const reason = skip?.(target)
  if (reason !== undefined) {
    print(`skipped ${name} (${reason})`)
    return 'skipped'
  }
  const startedMs = Date.now()
  try {
    const found = await run(target)
    print(`ok      ${name} (${found}; ${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
    return 'passed'
  } catch (error) {
    print(`FAILED  ${name}: ${(error as Error).message}`)
    return 'failed'
  }
}

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false } },
  })
  const [baseUrl, accessKey = process.env['SMOKE_ACCESS_KEY']] = positionals
  if (!baseUrl || !accessKey) {
    print(usage)
    return 2
  }
  const target: Target = {
    baseUrl: baseUrl.replace(/\/$/, ''),
    accessKey,
    secretKey: process.env['SMOKE_SECRET_KEY'],
    unpaidAccessKey: process.env['SMOKE_UNPAID_ACCESS_KEY'],
    pauseSeconds: values.short ? 1 : 60,
  }
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const check of [...serviceChecks, ...siteChecks, ...awsChecks])
    if (!(values.short && check.isLong)) counts[await runCheck(check, target)] += 1
  print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts.failed === 0 ? 0 : 1
}

process.exitCode = await main()
