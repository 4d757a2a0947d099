/*
 * The script that `World.call` puts into a document. A document has one copy, whose modules keep their state while it is open.
 */

export { awaitFrames } from './await-frames.ts'
export { awaitFurtherImages } from './await-further-images.ts'
export { awaitImages } from './await-images.ts'
export { awaitStillness } from './await-stillness.ts'
export { alignBackdrops } from './backdrops.ts'
export { findBars, showBars } from './bars.ts'
export { closeOpenPickers } from './close-pickers.ts'
export {
  findLeaving,
  findLower,
  findMore,
  findOthers,
  findParts,
  findUnfinished,
  hideLeaving,
  isAnimating,
} from './compare-looks.ts'
export { countRequests } from './count-requests.ts'
export { findPanels, readCovered } from './covered.ts'
export { pause, twoFrames } from './dom.ts'
export { drawPointer } from './draw-pointer.ts'
export { findAreas, frameElement } from './element-area.ts'
export { findInvalidSelector, hideElements, locateElement, waitForElement } from './elements.ts'
export { finishAnimations } from './finish-animations.ts'
export { awaitFonts, loadFontFaces } from './fonts.ts'
export { findHiddenAgain, locateHidden } from './hidden-again.ts'
export { loadLazyContent, loadLazyForNow } from './load-lazy-content.ts'
export { readContents, readEffects, readLooks, rememberSeen } from './looks.ts'
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
export { pinHeights } from './positions.ts'
export { awaitProgress } from './progress.ts'
export { readCharset, readHead, readPage } from './read-page.ts'
export { sampleText } from './sample-text.ts'
export { scrollDocumentTo, scrollInner, scrollPageTo } from './scroll.ts'
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
export { compareColors, findColorsEnd, findThemed, readColors, rememberColors } from './themes.ts'
export { tidyPage } from './tidy.ts'
export { keepState, recordChanges, undo } from './undo.ts'
export { countUnbegunVideos, findUnseen, locateUnseen, readUnseen } from './unseen.ts'
export { hasText, readText } from './visible-text.ts'
