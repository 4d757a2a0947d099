import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '../../../lib/logger.ts'
import { type BrowserHost, createBrowserHost } from '../../../lib/render/browser/browser-host.ts'

export const assetsDir = fileURLToPath(new URL('../../../generated/', import.meta.url))

const hosts = new Map<string, BrowserHost>()

const hostOf = (kind: string): BrowserHost => {
  const host = hosts.get(kind) ?? createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger })
  hosts.set(kind, host)
  return host
}

/**
 * The browsers that the test files of a worker share, because launching one takes as long as five renders. Each kind has its own, since
 * a host keeps only one. They end with the worker. A test of the browser's lifetime creates its own host.
 */
export const sharedBrowser: Pick<BrowserHost, 'withPage'> = {
  withPage: (options, work) =>
    hostOf(`gpu ${options.gpuRendering}, video ${options.isVideo ?? false}`).withPage(options, work),
}
