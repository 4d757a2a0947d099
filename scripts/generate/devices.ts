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

/**
 * Screens that are larger than the viewport, in CSS pixels, as their makers state them. An iPhone reports the same screen in both
 * orientations.
 */
const screens: Readonly<Record<string, readonly [width: number, height: number]>> = {
  'iPhone 11': [414, 896],
  'iPhone 14': [390, 844],
  'iPhone 14 Plus': [428, 926],
  'iPhone 14 Pro': [393, 852],
  'iPhone 14 Pro Max': [430, 932],
  'iPhone 15': [393, 852],
  'iPhone 15 Plus': [430, 932],
  'iPhone 15 Pro': [393, 852],
  'iPhone 15 Pro Max': [430, 932],
  'iPhone 16': [393, 852],
  'iPhone 16 Plus': [430, 932],
  'iPhone 16 Pro': [402, 874],
  'iPhone 16 Pro Max': [440, 956],
  'iPhone 16e': [390, 844],
  'iPhone 17': [402, 874],
  'iPhone Air': [420, 912],
  'iPhone 17 Pro': [402, 874],
  'iPhone 17 Pro Max': [440, 956],
  'iPhone 17e': [390, 844],
  'Pixel 4a (5G)': [412, 892],
}

const screenOf = (name: string, { width, height }: { width: number; height: number }) => {
  const upright = screens[name.replace(/ landscape$/, '')] ?? [width, height]
  const [shorter, longer] = upright.toSorted((one, other) => one - other) as [number, number]
  const isTurned = width > height && !name.startsWith('iPhone')
  return isTurned ? { width: longer, height: shorter } : { width: shorter, height: longer }
}

/** Returns the devices of puppeteer-core, in its order. */
export const listKnownDevices = (): Device[] =>
  Object.entries(KnownDevices).map(([name, { userAgent, viewport }]) => ({
    id: toDeviceId(name),
    name,
    userAgent,
    screen: screenOf(name, viewport),
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
