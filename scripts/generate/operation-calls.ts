import type { Sample } from './samples.ts'

const demo = 'http://demo.stillframe.example/'

/** The calls on the pages. An id in a path is the operation's own example. */
export const calls: Readonly<Record<string, Omit<Sample, 'path'>>> = {
  screenshot: { method: 'GET', parameters: { url: demo }, file: 'demo.jpeg' },
  screencast: {
    method: 'GET',
    parameters: { url: demo, viewport_width: 640, viewport_height: 360, duration: 2, fps: 12 },
    file: 'demo.mp4',
  },
  scrape: { method: 'GET', parameters: { url: demo, format: 'md' } },
  pdf: { method: 'GET', parameters: { url: demo, pdf_print_background: true }, file: 'demo.pdf' },
  devices: { method: 'GET' },
  usage: { method: 'GET' },
  usage_history: { method: 'GET', parameters: { days: 7 } },
  overview: { method: 'GET' },
  list_requests: { method: 'GET', parameters: { status: 'done', limit: 5 } },
  list_tasks: { method: 'GET' },
  get_account: { method: 'GET' },
  list_keys: { method: 'GET' },
  create_task: {
    method: 'POST',
    parameters: {
      name: 'Demo page, every morning',
      api: 'screenshot',
      frequency: 'custom',
      crontab: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
      query: 'url=http%3A%2F%2Fdemo.stillframe.example%2F&format=webp',
    },
  },
  create_batch: {
    method: 'POST',
    parameters: {
      operation: 'screenshot',
      options: { format: 'webp' },
      requests: [
        { url: demo, external_id: 'desktop' },
        { url: demo, viewport_device: 'iphone_15', external_id: 'phone' },
      ],
    },
  },
  list_batches: { method: 'GET' },
  get_batch: { method: 'GET' },
  cancel_batch: { method: 'DELETE' },
  repeat_batch_webhook: { method: 'POST' },
  list_subscriptions: { method: 'GET' },
  create_subscription: {
    method: 'POST',
    parameters: {
      webhook_url: 'https://example.com/hooks/stillframe',
      topics: ['quota.90', 'task.failed', 'delivery.failed'],
    },
  },
  get_subscription: { method: 'GET' },
  update_subscription: { method: 'PATCH', parameters: { topics: ['task.changed'] } },
  delete_subscription: { method: 'DELETE' },
  test_subscription: { method: 'POST' },
  list_events: { method: 'GET', parameters: { limit: 5 } },
  get_event: { method: 'GET' },
  repeat_event_webhook: { method: 'POST' },
  get_request: { method: 'GET' },
  delete_request: { method: 'DELETE' },
  repeat_webhook: { method: 'POST' },
  get_task: { method: 'GET' },
  update_task: { method: 'PATCH', parameters: { enabled: false } },
  delete_task: { method: 'DELETE' },
  list_runs: { method: 'GET', parameters: { limit: 5 } },
  start_run: { method: 'POST' },
  accept_baseline: { method: 'POST' },
}

/** Where the documentation shows a call that has to be signed. */
export const programs: Readonly<Record<string, string>> = {
  create_key: '../operate/accounts.md#the-account-through-the-api',
  update_key: '../operate/accounts.md#the-account-through-the-api',
  delete_key: '../operate/accounts.md#the-account-through-the-api',
  update_account: '../operate/accounts.md#the-account-through-the-api',
  put_storage: '../guides/own-bucket.md#set-the-bucket',
  delete_storage: '../guides/own-bucket.md#change-or-end-it',
}

/** Real results of the calls, in docs/images. */
export const images: Readonly<Record<string, string>> = {
  screenshot: 'demo.webp',
  screencast: 'video.webp',
  pdf: 'pdf.webp',
}
