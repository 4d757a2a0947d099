/** A release of puppeteer-core, and the major version of Chrome that it is made for. */
export interface PuppeteerRelease {
  version: string
  chromeMajor: number
}

export interface BrowserPair {
  chromium: string
  puppeteer: string
}

const partsOf = (version: string): number[] => version.split('.').map(Number)

const compareVersions = (one: string, other: string): number => {
  const others = partsOf(other)
  return (
    partsOf(one)
      .map((part, index) => part - (others[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  )
}

/** Returns the versions without pre-releases, newest first. */
export const newestFirst = (versions: readonly string[]): string[] =>
  versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort((one, other) => compareVersions(other, one))

export const majorOf = (version: string): number => partsOf(version)[0] ?? 0

/**
 * Returns the newest Chromium of `@sparticuz/chromium`, whose version begins with Chromium's major version, and the newest puppeteer-core that
 * is made for this major version or an older one. Neither is ever older than the installed one: a puppeteer-core that is made for a later
 * Chromium works with an earlier one as far as the tests show.
 */
export const choosePair = (
  installed: BrowserPair,
  chromiums: readonly string[],
  releases: readonly PuppeteerRelease[],
): BrowserPair => {
  const [chromium = installed.chromium] = newestFirst([...chromiums, installed.chromium])
  const matching = releases.filter(({ chromeMajor }) => chromeMajor <= majorOf(chromium))
  const [puppeteer = installed.puppeteer] = newestFirst([
    ...matching.map(({ version }) => version),
    installed.puppeteer,
  ])
  return { chromium, puppeteer }
}
