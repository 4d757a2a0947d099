// npm run accounts: creates and changes accounts.
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type AccountLimit, accountLimits } from '../lib/core/access/tiers.ts'
import { runCommand } from './accounts/commands.ts'
import { openStore } from './accounts/open-store.ts'
import { limitOption, toSentence } from './accounts/usage-error.ts'

const main = async () => {
  const toName = (limit: AccountLimit) => limitOption(limit).slice('--'.length)
  const limitArgs = accountLimits.map((limit) => [toName(limit), { type: 'string' as const }])
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plan: { type: 'string' },
      name: { type: 'string' },
      'expires-in': { type: 'string' },
      month: { type: 'string' },
      ...(Object.fromEntries(limitArgs) as object),
      json: { type: 'boolean', default: false },
    },
  })
  using store = await openStore(process.env)
  const { plan, name, 'expires-in': expiresIn, month, json, ...others } = values
  const given: Readonly<Record<string, string | undefined>> = others
  const limits = Object.fromEntries(accountLimits.map((limit) => [limit, given[toName(limit)]]))
  const output = await runCommand({ words: positionals, plan, name, expiresIn, month, limits }, store)
  if ('text' in output) await pipeline(output.text, process.stdout)
  else process.stdout.write(`${json ? JSON.stringify(output.json) : output.lines.join('\n')}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${toSentence(error)}\n`)
  process.exitCode = 1
}
