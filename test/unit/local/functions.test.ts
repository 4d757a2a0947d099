import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { functionDefinitions, toRenderMemoryMb } from '../../../local/functions.ts'

test('one account cannot keep every process busy of a function that waits for other hosts', () => {
  const waitSeconds = 18
  const held = (defaultTiers.free.requestsPerMinute * waitSeconds) / 60
  for (const name of ['mcp', 'batches', 'account-storage'])
    expect(functionDefinitions.find((definition) => definition.name === name)?.concurrency).toBeGreaterThan(
      held,
    )
})

test.each([
  ['a laptop', 16, 2 ** 44, 15_884],
  ['the smallest container', 16, 2, 1548],
  ['a machine without containers', 2, 0, 1548],
  ['a machine of 1 GB', 1, 0, 524],
  ['a container that is too small', 16, 0.25, 512],
])('a render has what %s leaves, but at least what it needs', (_name, gb, containerGb, expected) => {
  expect(toRenderMemoryMb(gb * 2 ** 30, containerGb * 2 ** 30)).toBe(expected)
})

const script = `await import('@aws-lambda-powertools/metrics')
process.stdout.write(process.env.AWS_SDK_UA_APP_ID)`

test('the SDKs accept the variables that identify a function, also after the metrics library has read them', async () => {
  const ids = functionDefinitions.map(({ environment }) => environment?.['AWS_SDK_UA_APP_ID'] ?? '')
  const longest = ids.reduce((one, other) => (other.length > one.length ? other : one))
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { AWS_SDK_UA_APP_ID: longest, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  expect(new Set(ids).size).toBe(functionDefinitions.length)
  // From 51 characters on the SDK writes a warning for every call.
  expect(stdout.length).toBeLessThanOrEqual(50)
})
