import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { debianPython, requirePrograms } from '../../support/programs.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const account = await service.createAccount('scale')
const strict = await service.createAccount('growth')
await service.accounts.change(strict.id, { signedRequests: true, signatureVersion: 2 })
const folder = join(root, 'clients/python')

const python = async (...parameters: string[]) => {
  const env = {
    ...process.env,
    PYTHONPATH: join(folder, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    STILLFRAME_URL: service.baseUrl,
    STILLFRAME_KEY: account.accessKey,
    STILLFRAME_SECRET_KEY: account.secretKey,
    STRICT_KEY: strict.accessKey,
    STRICT_SECRET_KEY: strict.secretKey,
  }
  const { stdout, stderr } = await promisify(execFile)(debianPython, parameters, { cwd: folder, env })
  return stdout + stderr
}

test('the Python client calls the service, with and without asyncio', async (context) => {
  requirePrograms(context, 'python3', 'httpx')
  const output = await python('-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests')
  expect(output).toMatch(/Ran \d\d tests[\s\S]*\nOK\n/)
})
