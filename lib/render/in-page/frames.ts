/*
 * The script that every frame has from its start, before it is known whether it needs a larger one. See lib/render/browser/scripts.ts.
 */

export { watchNames } from './names.ts'
export { addStyles } from './styles.ts'
export { suspectDialog } from './suspect-dialog.ts'
