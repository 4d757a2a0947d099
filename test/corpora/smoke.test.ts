import { expect, test } from 'vitest'
import { joinService } from '../support/service/shared-service.ts'
import { runScript } from '../support/service/start-process.ts'

const service = await joinService()

test('the smoke test passes every short check, and skips none', async () => {
  const { accessKey, secretKey } = await service.createAccount('scale')
  const unpaid = await service.createAccount('scale')
  await service.stopPaying(unpaid.id)
  const settings = {
    SMOKE_ACCESS_KEY: accessKey,
    SMOKE_SECRET_KEY: secretKey,
    SMOKE_UNPAID_ACCESS_KEY: unpaid.accessKey,
  }
  const { ended, output } = runScript('scripts/smoke.ts', settings, service.baseUrl, '--short')
  expect([await ended, output()]).toEqual([0, expect.stringMatching(/^21 passed, 0 failed, 0 skipped$/m)])
  if (process.getuid?.() !== 0) expect(output()).toMatch(/\(sandbox: (namespaces|seccomp); Node is hidden;/)
})
