/*
 * The script with what runs once, at the start of a document or in its own world. See lib/render/page/scripts.ts.
 */

export { copyNothing } from './copy-nothing.ts'
export { fillStorage } from './fill-storage.ts'
export { prepareDocument } from './prepare-document.ts'
export { refuseControl } from './refuse-control.ts'
