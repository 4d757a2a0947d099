/*
 * The script that `World.call` puts into a document. A document has one copy, whose modules keep their state while it is open.
 */

export { awaitFrames } from './await-frames.ts'
export { awaitFurtherImages } from './await-further-images.ts'
export { awaitImages } from './await-images.ts'
export { awaitStillness } from './await-stillness.ts'
export { closeOpenPickers } from './close-pickers.ts'
export { lacksShown } from './contents.ts'
export { countRequests } from './count-requests.ts'
export { pause, twoFrames } from './dom.ts'
export { drawPointer } from './draw-pointer.ts'
export { findAreas, frameElement } from './element-area.ts'
export { findInvalidSelector, hideElements, locateElement, waitForElement } from './elements.ts'
export { finishAnimations } from './finish-animations.ts'
export { awaitFonts, loadFontFaces } from './fonts.ts'
export { loadLazyContent, loadLazyForNow } from './load-lazy-content.ts'
export { maskElements } from './mask.ts'
export { measurePrint } from './measure.ts'
export { readNames } from './names.ts'
export { hasBody, hasDrawn, hasLiveMedia, isShown, readPageTime, stopLoading } from './painting.ts'
export { checkLoaded, endsWithBreak, lacksPrintStyles } from './paper.ts'
export { layOutFullPage, openFullPage } from './phases/full-page.ts'
export {
  fitOnePage,
  fitPages,
  openOnePage,
  openPages,
  releaseFixedOnPaper,
  unrollForPaper,
} from './phases/paper.ts'
export { openScroll } from './phases/scroll.ts'
export { frameSelection } from './phases/selection.ts'
export { leaveStops, scrollStep, surveyPage, visitStop } from './phases/stops.ts'
export { pinHeights } from './positions.ts'
export { awaitProgress } from './progress.ts'
export { readCharset, readHead, readPage } from './read-page.ts'
export { sampleText } from './sample-text.ts'
export { scrollInner, scrollPageTo } from './scroll.ts'
export { growScroller, readFraming } from './scroller.ts'
export { state } from './state.ts'
export { addStyles } from './styles.ts'
export { awaitImports, awaitStyles, findLoading } from './styles-loading.ts'
export {
  clickTarget,
  findTarget,
  focusTarget,
  hasVisible,
  readChecked,
  selectOption,
} from './targets.ts'
export { tidyPage } from './tidy.ts'
export { keepState, recordChanges, undo } from './undo.ts'
export { countUnbegunVideos, readUnseen } from './unseen.ts'
export { hasText, readText } from './visible-text.ts'
