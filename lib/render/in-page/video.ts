/*
 * The script of the page that encodes videos. See lib/render/page/scripts.ts.
 */

export { startEncoding } from './encode-video.ts'
