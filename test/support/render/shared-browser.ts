import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '../../../lib/base/logger.ts'
import { type BrowserHost, createBrowserHost } from '../../../lib/render/browser/browser-host.ts'

export const assetsDir = fileURLToPath(new URL('../../../generated/', import.meta.url))

/**
 * The browser that the test files of a worker share, because launching one takes as long as five renders. It ends with the worker. A
 * test of the browser's lifetime creates its own host.
 */
export const sharedBrowser: Pick<BrowserHost, 'withPage'> = createBrowserHost({
  assetsDir,
  temporaryDir: tmpdir(),
  log: silentLogger,
  // Hostile pages do not close. The next render need not wait long for a new browser.
  limits: { closeMs: 500 },
})
