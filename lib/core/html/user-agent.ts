/** The client hints of a user agent string (User-Agent Client Hints, `navigator.userAgentData`). */
interface UserAgentHints {
  brands: { brand: string; version: string }[]
  fullVersionList: { brand: string; version: string }[]
  platform: string
  platformVersion: string
  architecture: string
  model: string
  mobile: boolean
}

export interface UserAgent {
  text: string
  /** All four parts. The user agent string of current Chrome versions has only the first. */
  version?: string
}

/** Returns Chrome's user agent string for the version in `HeadlessChrome/153.0.8010.0`, because sites treat headless browsers differently. */
export const toVisibleUserAgent = (userAgent: string): UserAgent => {
  const version = /\bHeadlessChrome\/([\d.]+)/.exec(userAgent)?.[1]
  if (version === undefined) return { text: userAgent }
  const major = version.split('.')[0]
  return { text: userAgent.replace(`HeadlessChrome/${version}`, `Chrome/${major}.0.0.0`), version }
}

/** Returns hints that match the user agent string, or undefined for browsers that send none, such as Safari and Firefox. Libraries
 * such as ua-parser-js parse user agent strings but produce no client hints. */
export const resolveUserAgentHints = (
  { text: userAgent, version: fullVersion }: UserAgent,
  isMobile: boolean,
): UserAgentHints | undefined => {
  const version = fullVersion ?? /\bChrome\/([\d.]+)/.exec(userAgent)?.[1]
  if (version === undefined) return undefined
  const { platform, platformVersion } = readPlatform(userAgent)
  return {
    brands: toBrands(version.split('.')[0] ?? version),
    fullVersionList: toBrands(version),
    platform,
    platformVersion,
    architecture: isMobile ? '' : 'x86',
    model: isMobile ? readModel(userAgent) : '',
    mobile: isMobile,
  }
}

/** Returns the `navigator.platform` of the system in the user agent string. */
export const resolveNavigatorPlatform = (userAgent: string): string => {
  if (/\biPhone\b/.test(userAgent)) return 'iPhone'
  if (/\biPad\b/.test(userAgent)) return 'iPad'
  if (/\bAndroid\b/.test(userAgent)) return 'Linux armv8l'
  if (/\bWindows\b/.test(userAgent)) return 'Win32'
  if (/\bMac OS X\b/.test(userAgent)) return 'MacIntel'
  return 'Linux x86_64'
}

const toBrands = (version: string) => [
  { brand: 'Google Chrome', version },
  { brand: 'Chromium', version },
  { brand: 'Not_A Brand', version: '24' },
]

const readPlatform = (userAgent: string) => {
  const android = /\bAndroid ([\d.]+)/.exec(userAgent)
  if (android) return { platform: 'Android', platformVersion: android[1] ?? '' }
  if (/\bWindows NT\b/.test(userAgent)) return { platform: 'Windows', platformVersion: '10.0.0' }
  const mac = /\bMac OS X ([\d_.]+)/.exec(userAgent)
  if (mac) return { platform: 'macOS', platformVersion: (mac[1] ?? '').replaceAll('_', '.') }
  return { platform: 'Linux', platformVersion: '' }
}

/** `… Android 14; Pixel 5 Build/XYZ) …` has the model after the system. */
const readModel = (userAgent: string) =>
  /\bAndroid [\d.]{1,20}; ([^;)]{1,200})[;)]/.exec(userAgent)?.[1]?.split(' Build/')[0] ?? ''
