import { writeFile } from 'node:fs/promises'
import { KnownDevices } from 'puppeteer-core'
import type { Device } from '../../lib/schema/devices.ts'

/** Returns the public id of a device, its name in snake case, `Galaxy S9+` becomes `galaxy_s9plus`. */
const toDeviceId = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** Returns the devices of puppeteer-core, in its order. */
export const listKnownDevices = (): Device[] =>
  Object.entries(KnownDevices).map(([name, { userAgent, viewport }]) => ({
    id: toDeviceId(name),
    name,
    userAgent,
    viewport: {
      width: viewport.width,
      height: viewport.height,
      deviceScaleFactor: viewport.deviceScaleFactor ?? 1,
      isMobile: viewport.isMobile ?? false,
      hasTouch: viewport.hasTouch ?? false,
      isLandscape: viewport.isLandscape ?? false,
    },
  }))

/** Rewrites the committed table. Run it after an upgrade of puppeteer-core: `node scripts/generate/devices.ts`. */
const generateDevices = async (file: URL): Promise<void> =>
  writeFile(file, `${JSON.stringify(listKnownDevices(), null, 2)}\n`)

if (import.meta.main) await generateDevices(new URL('../../lib/schema/device-table.json', import.meta.url))
