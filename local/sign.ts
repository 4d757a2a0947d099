// npm run sign -- <url> | --body <file>: prints a signed link, or the signature header of a body.
import { signText } from './accounts/sign-text.ts'
import { toSentence } from './accounts/usage-error.ts'

try {
  const warn = (sentence: string) => process.stderr.write(`${sentence}\n`)
  process.stdout.write(`${await signText(process.argv.slice(2), { env: process.env, warn })}\n`)
} catch (error) {
  process.stderr.write(`${toSentence(error)}\n`)
  process.exitCode = 1
}
