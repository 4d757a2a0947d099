import { tmpdir } from 'node:os'
import { installChromium } from '../lib/render/browser/chromium-files.ts'

/**
 * Every function that renders imports this module first. In a cold environment it inflates Chromium on other threads while code is
 * loaded and the request is read. It starts no browser. If it fails, the render tries again and reports why.
 */
export const chromiumInflated: Promise<unknown> =
  process.env.CHROMIUM_PATH === undefined
    ? installChromium(tmpdir()).catch(() => undefined)
    : Promise.resolve(undefined)
