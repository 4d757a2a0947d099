// npm run accounts: creates and changes accounts.
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
      json: { type: 'boolean', default: false },
    },
  })
  using store = await openStore(process.env)
  const { plan, name, 'expires-in': expiresIn } = values
  const { json, lines } = await runCommand({ words: positionals, plan, name, expiresIn }, store)
  process.stdout.write(`${values.json ? JSON.stringify(json) : lines.join('\n')}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${toSentence(error)}\n`)
  process.exitCode = 1
}
