import { tmpdir } from 'node:os'
import { installChromium } from '../lib/render/browser/chromium-files.ts'

/**
 * Imported before everything else by what renders: in a cold environment Chromium is inflated, on other threads, while code is
 * loaded and the request is read. No browser is started. Where it fails, the render tries again and says why.
 */
export const chromiumInflated: Promise<unknown> = installChromium(tmpdir()).catch(() => undefined)
