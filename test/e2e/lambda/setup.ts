import { generateAssets } from '../../support/render/generate-assets.ts'

export const setup = async () => void (await generateAssets())
