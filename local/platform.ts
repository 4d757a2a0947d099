import { chromiumMajor } from '../lib/schema/chromium-version.ts'

/** The command that installs a browser of the version that this service is tested with. */
const install = `npx @puppeteer/browsers install chrome-headless-shell@${chromiumMajor}`

/**
 * Returns a message with the remedy if the shipped Chromium, a Linux x64 program, cannot run on this platform.
 *
 * @param chromiumPath the path of an installed browser that replaces it
 */
export const describePlatformProblem = (
  platform: string,
  arch: string,
  chromiumPath: string | undefined,
): string | undefined => {
  if (chromiumPath !== undefined || (platform === 'linux' && arch === 'x64')) return undefined
  return (
    `The shipped Chromium runs on Linux x64 only, and this is ${platform} ${arch}. ` +
    `Run \`docker compose up --build\`, or install a browser with \`${install}\` and set CHROMIUM_PATH to its executable.`
  )
}
