import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  click,
  type Dashboard,
  expectAccessible,
  fill,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'
import { looks, setLook } from '../../support/site/site-browser.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** Returns the status of a request with an access key. */
const statusOf = async (accessKey: string, path = '/v1/devices') => {
  const response = await fetch(dashboard.service.baseUrl + path, { headers: { 'x-access-key': accessKey } })
  await response.arrayBuffer()
  return response.status
}

test('keys are created with a scope and an end, renamed, rotated with an overlap, and deleted', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const page = await dashboard.openSignedIn('/keys', owner)
  const list = async () => {
    const response = await fetch(`${dashboard.service.baseUrl}/v1/account/keys`, {
      headers: { 'x-access-key': owner.accessKey },
    })
    return ((await response.json()) as { keys: { id: string; name: string }[] }).keys
  }
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
  await expectAccessible(page)
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
  for (const look of looks) {
    await setLook(page, look)
    await expectAccessible(page)
  }

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
