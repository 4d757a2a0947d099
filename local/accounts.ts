// npm run accounts: creates and changes accounts.
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { runCommand } from './accounts/commands.ts'
import { openStore } from './accounts/open-store.ts'
import { toSentence } from './accounts/usage-error.ts'

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plan: { type: 'string' },
      name: { type: 'string' },
      'expires-in': { type: 'string' },
      month: { type: 'string' },
      quota: { type: 'string' },
      'requests-per-minute': { type: 'string' },
      concurrency: { type: 'string' },
      'free-failures': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  using store = await openStore(process.env)
  const { plan, name, 'expires-in': expiresIn, month, quota, concurrency } = values
  const limits = {
    quota,
    concurrency,
    requestsPerMinute: values['requests-per-minute'],
    freeFailures: values['free-failures'],
  }
  const output = await runCommand({ words: positionals, plan, name, expiresIn, month, limits }, store)
  if ('text' in output) await pipeline(output.text, process.stdout)
  else process.stdout.write(`${values.json ? JSON.stringify(output.json) : output.lines.join('\n')}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${toSentence(error)}\n`)
  process.exitCode = 1
}
