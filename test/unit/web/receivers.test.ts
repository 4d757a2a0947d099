import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findReceivers } from '../../../web/src/webhooks/receivers.ts'

test('the dashboard shows the receivers of the guide, whose examples the integration tests run', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/webhooks.md'), 'utf8')
  const receivers = findReceivers(guide)
  expect(receivers.map(({ name }) => name)).toEqual(['Node', 'Python', 'PHP', 'Go'])
  for (const { code } of receivers) {
    expect(code).toContain('SECRET_KEY')
    expect(code).not.toContain('```')
  }
})
