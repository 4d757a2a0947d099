#!/usr/bin/env node
// Runs the bundle of the command line. In a checkout, builds what is missing first.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => new URL(`../../${path}`, import.meta.url)
const ensure = fileURLToPath(at('scripts/ensure.mjs'))
if (existsSync(ensure)) {
  const { status } = spawnSync(process.execPath, [ensure, 'assets', 'service'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
await import(at('generated/service/local/cli.mjs'))
