import { tmpdir } from 'node:os'
import { isMainThread, Worker } from 'node:worker_threads'
import { installChromium, isChromiumInstalled } from '../lib/render/browser/chromium-files.ts'

/** Runs this module in another thread. */
const installInWorker = () =>
  new Promise((resolve) => {
    new Worker(new URL(import.meta.url)).once('error', resolve).once('exit', resolve)
  })

const startInstallation = async () => {
  if (process.env.CHROMIUM_PATH !== undefined || (await isChromiumInstalled(tmpdir()))) return
  return { done: isMainThread ? installInWorker() : installChromium(tmpdir()) }
}

/**
 * Every function that renders imports this module first. In a cold environment it inflates Chromium while code is loaded and the request
 * is read. V8 compiles on the main thread, where the inflating threads would wait for their next piece, so another thread gives it to
 * them. It starts no browser. If it fails, the render tries again and reports why.
 */
const installation = await startInstallation().catch(() => undefined)

export const chromiumInflated: Promise<unknown> = Promise.resolve(installation?.done).catch(() => undefined)
