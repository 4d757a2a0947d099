import { expect, test, vi } from 'vitest'
import {
  click,
  expectAccessible,
  fill,
  heading,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'

const dashboard = await startDashboard()

const time = 'input[type="time"]'

test('a task is tried before it is saved, runs every day at a time, and runs now', async () => {
  const page = await dashboard.openSignedIn('/tasks/new')
  await click(page, 'button', 'Try it')
  await page.waitForSelector('[aria-label="URL of the page"][aria-invalid="true"]:focus')
  await fill(page, 'URL of the page', dashboard.site.url)
  await fill(page, 'Name', 'Every morning')
  await page.focus(time)
  // The fields of the browser's input: hours, minutes, and the half of the day.
  await page.keyboard.type('0905AM')
  await seesText(page, 'At 09:05')

  await click(page, 'button', 'Try it')
  await seesText(page, 'Page: 200 OKsite')
  await page.waitForSelector('[role=dialog] img[alt="The result of the render"]')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await seesNoDialog(page)
  expect(await dashboard.read('/v1/tasks')).toEqual({ tasks: [] })

  await click(page, 'button', 'Create task')
  await heading(page, 'Every morning')
  const [task] = (await dashboard.read<{ tasks: [{ id: number }] }>('/v1/tasks')).tasks
  expect(task).toMatchObject({ frequency: 'custom', crontab: '5 9 * * *', runs: 0 })
  await click(page, 'link', 'Edit')
  await page.waitForSelector(time)
  expect(await page.$eval(time, (input) => (input as HTMLInputElement).value)).toBe('09:05')
  await page.goBack()

  await seesText(page, 'No runs yet')
  await click(page, 'button', 'Run now')
  await page.waitForSelector('a[aria-label^="Run "]')
  await vi.waitFor(
    async () => {
      const runs = await dashboard.read(`/v1/tasks/${task.id}/runs`)
      expect(runs).toMatchObject({ requests: [{ status: 'done' }] })
    },
    { timeout: 30_000, interval: 200 },
  )
  await page.waitForSelector('a[aria-label$="done"]', { timeout: 20_000 })
  // Renders whose result was not stored would take the places of runs in the list.
  const listed = page.waitForRequest((request) => request.url().includes('/v1/requests?'))
  await click(page, 'link', 'Tasks')
  expect(new URL((await listed).url()).searchParams.get('stored')).toBe('true')
  await page.waitForSelector('td a[aria-label$="done"]')
})
