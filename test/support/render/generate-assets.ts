import { generateAnnoyances } from '../../../scripts/generate/annoyances.ts'
import { generateFonts } from '../../../scripts/generate/fonts.ts'
import { generateInPage } from '../../../scripts/generate/in-page.ts'
import { assetsDir } from './shared-browser.ts'

/** Generates what renders read, if it is out of date, because `npx vitest` does not run the script before npm's scripts. */
export const generateAssets = () =>
  Promise.all([generateAnnoyances(assetsDir), generateFonts(assetsDir), generateInPage(assetsDir)])
