#!/usr/bin/env node
// Runs the bundle of the command line. In a checkout, builds what is missing first.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => new URL(`../../${path}`, import.meta.url)
const ensure = fileURLToPath(at('scripts/ensure.mjs'))
if (existsSync(ensure)) {
  const { status } = spawnSync(process.execPath, [ensure, 'assets', 'service'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
// The service needs a newer Node than the caller may have. npm installs it with the other dependencies.
const installed = fileURLToPath(at('node_modules/node/bin/node'))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (!existsSync(installed) && (major < 22 || major === 23 || (major === 22 && minor < 17))) {
  process.stderr.write(`stillframe needs Node.js 22.17, 24 or later. This is ${process.version}.\n`)
  process.exit(1)
}
const child = spawn(
  existsSync(installed) ? installed : process.execPath,
  [fileURLToPath(at('generated/service/local/cli.mjs')), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
// A terminal sends SIGINT to both, another program only to this one. The child stops its browser before it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
