/** The files that name the version of the shipped Chromium. */
export const namesVersion = [
  'lib/schema/chromium-version.ts',
  'docs/start/install.md',
  'docs/concepts/pdf.md',
  'docs/operate/browser.md',
] as const

const majorOf = (version: string) => version.split('.')[0]

/** Replaces the version of Chromium: all four parts, and the major version where a command or a producer names it. */
export const replaceVersion = (text: string, before: string, after: string): string =>
  text
    .replaceAll(before, after)
    .replaceAll(`chrome-headless-shell@${majorOf(before)}`, `chrome-headless-shell@${majorOf(after)}`)
    .replaceAll(`Skia/PDF m${majorOf(before)}`, `Skia/PDF m${majorOf(after)}`)
