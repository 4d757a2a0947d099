import type { HTTPRequest } from 'puppeteer-core'
import { expect, test } from 'vitest'
import {
  click,
  expectAccessible,
  fill,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'
import { s3rverKey, startS3rver } from '../../support/sites/s3rver.ts'

const [dashboard, s3rver] = await Promise.all([startDashboard(), startS3rver()])

/** Returns the status of a request with an access key. */
const statusOf = async (accessKey: string, path = '/v1/devices') => {
  const response = await fetch(dashboard.service.baseUrl + path, { headers: { 'x-access-key': accessKey } })
  await response.arrayBuffer()
  return response.status
}

test('keys are created with a scope and an end, renamed, rotated with an overlap, and deleted', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const page = await dashboard.openSignedIn('/keys', owner)
  const list = async () => (await dashboard.read<{ keys: unknown[] }>('/v1/account/keys', owner)).keys
  const takeKey = async () => {
    await seesText(page, 'ACCESS_KEY=')
    const line = await page.$eval('[role=dialog] pre', (code) => code.textContent)
    await click(page, 'button', 'Done')
    await seesNoDialog(page)
    return line?.replace('ACCESS_KEY=', '') ?? ''
  }
  await seesText(page, 'this session')
  await click(page, 'button', 'New key')
  await fill(page, 'Name', 'Colleague')
  await click(page, 'combobox', 'Scope')
  await click(page, 'option', 'read')
  await seesText(page, 'Reads everything and renders nothing.')
  await click(page, 'combobox', 'Expires')
  await click(page, 'option', 'In 7 days')
  await click(page, 'button', 'Create key')
  const created = await takeKey()
  expect([await statusOf(created), await statusOf(created, '/v1/scrape?url=x')]).toEqual([200, 403])
  await seesText(page, 'expires ')
  expect(await list()).toMatchObject([{}, { name: 'Colleague', scope: 'read', access_key: null }])

  await click(page, 'button', 'Actions of Colleague')
  await click(page, 'menuitem', 'Edit')
  await fill(page, 'Name', 'Report')
  await click(page, 'combobox', 'Expires')
  await click(page, 'option', 'Never')
  await click(page, 'button', 'Save')
  await seesNoDialog(page)
  expect(await list()).toMatchObject([{}, { name: 'Report', valid_until: null }])

  await click(page, 'button', 'Actions of Report')
  await click(page, 'menuitem', 'Rotate')
  await click(page, 'combobox', 'The old key ends')
  await click(page, 'option', 'After 1 hour')
  await fill(page, 'Type rotate to confirm', 'rotate')
  await click(page, 'button', 'Rotate')
  const rotated = await takeKey()
  expect([await statusOf(created), await statusOf(rotated)]).toEqual([200, 200])
  await seesText(page, 'expires in ')
  await expectAccessible(page)

  // Its name is that of the new one, which comes after it.
  await click(page, 'button', 'Actions of Report')
  await click(page, 'menuitem', 'Delete')
  await click(page, 'button', 'Delete key')
  await seesText(page, 'The key Report was deleted.')
  expect([await statusOf(created), await statusOf(rotated)]).toEqual([401, 200])
  // No other key could manage the account.
  await click(page, 'button', 'Actions of First key')
  await click(page, 'menuitem', 'Delete')
  await click(page, 'button', 'Delete key')
  await seesText(page, 'the last access key of the scope full without an expiry')
})

test('a bucket is set after a test, shown without its secret, and removed', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const page = await dashboard.openSignedIn('/keys', owner)
  await seesText(page, 'Every stored result can be uploaded to a bucket of yours')
  await click(page, 'button', 'Set a bucket')
  await fill(page, 'Bucket', s3rver.bucket)
  await fill(page, 'Region', 'eu-central-1')
  await fill(page, 'Owner', 'me')
  await fill(page, 'Access key id', s3rverKey.accessKeyId)
  await fill(page, 'Secret access key', 'wrong')
  await expectAccessible(page)
  await click(page, 'button', 'Test and save')
  await seesText(page, 'must be 12 digits')
  // Only buckets of Amazon S3 have one.
  await fill(page, 'Endpoint', s3rver.endpoint)
  await click(page, 'button', 'Test and save')
  await seesText(page, 'The storage returned 403 (SignatureDoesNotMatch).')
  await fill(page, 'Secret access key', s3rverKey.secretAccessKey)
  await click(page, 'button', 'Test and save')
  await seesText(page, 'A test object was stored.')
  await seesNoDialog(page)
  await seesText(page, 'Access key, stored encrypted')
  await seesText(page, s3rver.endpoint)
  expect((await dashboard.service.accounts.find(owner.id))?.storage).toMatchObject({ bucket: s3rver.bucket })
  await click(page, 'button', 'Remove')
  await click(page, 'button', 'Remove storage')
  await seesText(page, 'The storage was removed.')
  await seesText(page, 'Every stored result can be uploaded to a bucket of yours')
  expect(await dashboard.service.accounts.find(owner.id)).not.toHaveProperty('storage')
})

test('a rotated access key replaces the old one, which is dead, although the clock of the computer is ten minutes fast', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const { page } = await dashboard.open()
  await page.evaluateOnNewDocument(() => {
    const now = Date.now
    Date.now = () => now() + 600_000
  })
  await dashboard.signIn(page, '/keys', owner)
  await seesText(page, 'The clock of this computer is 10 minutes ahead of the service.')
  await click(page, 'button', 'Actions of First key')
  await click(page, 'menuitem', 'Rotate')
  await fill(page, 'Type rotate to confirm', 'rotate')
  const sent = Promise.withResolvers<HTTPRequest>()
  await page.setRequestInterception(true)
  page.on('request', (request) => (request.method() === 'POST' ? sent.resolve(request) : request.continue()))
  await click(page, 'button', 'Rotate')
  const rotation = await sent.promise
  // The dialog stays, because the key is already being replaced.
  await page.waitForSelector('button:disabled ::-p-text(Cancel)')
  await page.keyboard.press('Escape')
  await rotation.continue()
  await seesText(page, 'the service keeps only a hash of it')
  await expectAccessible(page)
  const line = await page.$eval('[role=dialog] pre', (code) => code.textContent)
  const accessKey = line?.replace('ACCESS_KEY=', '') ?? ''
  expect(accessKey).toMatch(new RegExp(`^${owner.id}[0-9A-Za-z]{18}$`))
  expect(accessKey).not.toBe(owner.accessKey)
  expect([await statusOf(owner.accessKey), await statusOf(accessKey)]).toEqual([401, 200])
})

test('an account that requires signatures can be used, and the setting changed, from the dashboard', async () => {
  const owner = await dashboard.service.createAccount('scale')
  const page = await dashboard.openSignedIn('/keys', owner)
  await click(page, 'switch', 'Require signed requests')
  await click(page, 'button', 'Require signatures')
  await seesText(page, 'Signed requests turned on.')
  expect((await dashboard.service.accounts.find(owner.id))?.signedRequests).toBe(true)
  // A reload has forgotten what the account requires, and every read of the page is refused before one is sent again.
  const held: HTTPRequest[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (held.length === 2 || !/\/v1\/(account|requests)/.test(request.url())) return request.continue()
    held.push(request)
    return held.length === 2 && Promise.all(held.map((each) => each.continue()))
  })
  await page.goto(`${dashboard.service.baseUrl}/dashboard/requests`)
  await seesText(page, 'No requests yet')
  await click(page, 'button', 'As curl')
  await seesText(page, 'This account requires signed requests.')
  await expectAccessible(page)
})
