// npm run accounts: creates and changes accounts.
import { parseArgs } from 'node:util'
import { runCommand } from './accounts/commands.ts'
import { openStore } from './accounts/open-store.ts'

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { plan: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  using store = await openStore(process.env)
  const { json, lines } = await runCommand({ words: positionals, plan: values.plan }, store)
  process.stdout.write(`${values.json ? JSON.stringify(json) : lines.join('\n')}\n`)
}

const toSentence = (error: unknown): string => {
  const { name, message, code } = error as NodeJS.ErrnoException
  if (name === 'ResourceNotFoundException')
    return 'ACCOUNTS_TABLE: this AWS account and region has no table of this name.'
  return code === 'ECONNREFUSED' ? 'The service is not running. Start it with npm start.' : message
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${toSentence(error)}\n`)
  process.exitCode = 1
}
