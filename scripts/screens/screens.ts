import type { Page } from 'puppeteer-core'
import type { Examples } from './examples.ts'

/** A page as the image of this name shows it. */
export interface Screen {
  name: string
  path: string
  /** A text that the page has when it is complete. */
  shows: string
  /** What is done on the page before the image is taken, and the text that it leads to. */
  act?: { run: (page: Page) => Promise<unknown>; shows: string }
}

const playground = `/dashboard/playground?${new URLSearchParams({
  operation: 'screenshot',
  url: 'http://demo.stillframe.example/',
  format: 'webp',
  full_page: 'true',
})}`

const render = async (page: Page) => {
  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
}

/** The pages that a visitor sees. */
export const publicScreens: readonly Screen[] = [
  { name: 'landing', path: '/', shows: 'What it does' },
  { name: 'documentation', path: '/docs/guides/devices-dark-mode', shows: 'Devices and dark mode' },
  { name: 'reference', path: '/docs/reference/screenshot', shows: 'Parameters' },
  { name: 'sign-in', path: '/dashboard/', shows: 'Secret key' },
]

/** The pages of the dashboard, after signing in. */
export const dashboardScreens = ({ requestId, batchId, taskId, watchId }: Examples): readonly Screen[] => [
  { name: 'overview', path: '/dashboard/', shows: 'requests left' },
  { name: 'playground', path: playground, shows: 'Save as task', act: { run: render, shows: ' pixels' } },
  { name: 'requests', path: '/dashboard/requests', shows: 'Updated' },
  { name: 'request', path: `/dashboard/requests/${requestId}`, shows: 'Deliver again' },
  { name: 'batch', path: `/dashboard/batches/${batchId}`, shows: 'host_not_found' },
  { name: 'tasks', path: '/dashboard/tasks', shows: 'Last run' },
  { name: 'task', path: `/dashboard/tasks/${taskId}`, shows: 'Next runs' },
  { name: 'changes', path: `/dashboard/tasks/${watchId}`, shows: 'differ from the baseline' },
  { name: 'new-task', path: '/dashboard/tasks/new', shows: 'Next runs' },
  { name: 'webhooks', path: '/dashboard/webhooks', shows: 'createServer' },
  { name: 'alerts', path: '/dashboard/alerts', shows: 'A test of your alerts' },
  { name: 'agents', path: '/dashboard/agents', shows: 'Connect a client' },
  { name: 'keys', path: '/dashboard/keys', shows: 'signature version' },
  { name: 'usage', path: '/dashboard/usage', shows: 'All 30 days' },
]

/** The names of all screens, which do not depend on the examples. */
export const screenNames: readonly string[] = [
  ...publicScreens,
  ...dashboardScreens({ requestId: '', batchId: '', taskId: 0, watchId: 0 }),
].map(({ name }) => name)
