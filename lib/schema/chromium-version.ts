/** The version of the shipped Chromium. scripts/update-browser.ts writes it, and a test compares it with the browser. */
export const chromiumVersion = '153.0.8010.0'

export const chromiumMajor = chromiumVersion.split('.')[0]
