import { expect, onTestFinished, test } from 'vitest'
import {
  click,
  expectAccessible,
  fill,
  heading,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'
import { responding, startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const dashboard = await startDashboard()

test('a watched task leads to alerts, whose subscription is created, tested, changed and deleted', async () => {
  const receiver = await startWebhookReceiver(responding(410))
  onTestFinished(() => receiver.close())
  const owner = await dashboard.service.createAccount('scale')
  const list = async () =>
    (await dashboard.read<{ subscriptions: unknown[] }>('/v1/subscriptions', owner)).subscriptions
  const query = new URLSearchParams({ url: dashboard.site.url, format: 'png' }).toString()
  const task = { name: 'Prices', api: 'screenshot', query, frequency: 'every_month' }
  await dashboard.create('/v1/tasks', { ...task, watch: { mode: 'visual' } }, owner)
  const page = await dashboard.openSignedIn('/', owner)
  await click(page, 'link', 'Choose a channel')
  await heading(page, 'Alerts')
  // The form is open, with the topic of the step.
  await fill(page, 'Webhook URL', `${receiver.url}/hook`)
  await click(page, 'checkbox', 'A watched page changed')
  await click(page, 'button', 'Create subscription')
  await seesText(page, 'Choose at least one event.')
  await expectAccessible(page)
  await click(page, 'checkbox', 'A task failed three times in a row')
  await click(page, 'checkbox', 'A watched page changed')
  await click(page, 'button', 'Create subscription')
  await seesText(page, 'The subscription was created.')
  await seesNoDialog(page)
  expect(await list()).toMatchObject([{ format: 'slack', topics: ['task.failed', 'task.changed'] }])

  const { host } = new URL(receiver.url)
  await click(page, 'button', `Test Slack at ${host}`)
  await seesText(page, 'The receiver returned 410')
  expect(receiver.deliveries).toHaveLength(1)
  await expectAccessible(page)
  await click(page, 'button', 'Deliver again')
  await expect.poll(() => receiver.deliveries.length).toBe(2)
  await page.keyboard.press('Escape')
  await seesNoDialog(page)
  await page.waitForSelector('::-p-aria([name="A test of your alerts"][role="link"])')

  await click(page, 'button', `Actions of Slack at ${host}`)
  await click(page, 'menuitem', 'Edit')
  await click(page, 'combobox', 'Channel')
  await click(page, 'option', 'Discord')
  await click(page, 'checkbox', 'A watched page changed')
  await click(page, 'button', 'Save')
  await seesText(page, 'The subscription was changed.')
  expect(await list()).toMatchObject([{ format: 'discord', topics: ['task.failed'] }])
  // Only the topic of changes ends the hint.
  await click(page, 'link', 'Tasks')
  await click(page, 'link', 'Prices')
  await click(page, 'link', 'Send them to Slack, Discord, Teams, an email address or your own program')
  await page.waitForSelector('::-p-aria([name="A watched page changed"][role="checkbox"]):checked')
  await page.keyboard.press('Escape')
  await seesNoDialog(page)

  await click(page, 'button', `Actions of Discord at ${host}`)
  await click(page, 'menuitem', 'Delete')
  await click(page, 'button', 'Delete subscription')
  await seesText(page, 'No subscriptions yet')
  await seesText(page, 'to a deleted subscription')
  expect(await list()).toEqual([])
})
