import { renderHandler } from '../render.ts'

export const handler = renderHandler('snapshot')
