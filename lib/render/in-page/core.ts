/*
 * The script that `World.call` puts into a document. A document has one copy, whose modules keep their state while it is open.
 */

export { awaitPageRest } from './await-page-rest.ts'
export { closeOpenPickers } from './close-pickers.ts'
export { lacksShown } from './contents.ts'
export { countRequests } from './count-requests.ts'
export { twoFrames } from './dom.ts'
export { drawPointer } from './draw-pointer.ts'
export { findAreas, frameElement } from './element-area.ts'
export { findInvalidSelector, hideElements, locateElement } from './elements.ts'
export { readFacts } from './facts.ts'
export { finishAnimations } from './finish-animations.ts'
export { loadFontFaces } from './fonts.ts'
export { awaitFurtherImages } from './further-images.ts'
export { loadLazyContent } from './load-lazy-content.ts'
export { maskElements } from './mask.ts'
export { measurePrint } from './measure.ts'
export { readNames } from './names.ts'
export { hasBody, hasLiveMedia, isShown, readPageTime, stopLoading } from './painting.ts'
export { endsWithBreak, giveUpLoading, lacksPrintStyles } from './paper.ts'
export { layOutFullPage, openFullPage } from './phases/full-page.ts'
export {
  findCutOnPaper,
  fitWidth,
  openOnePage,
  openPages,
  releaseFixedOnPaper,
  unrollForPaper,
} from './phases/paper.ts'
export { openScroll } from './phases/scroll.ts'
export { frameSelection } from './phases/selection.ts'
export { leaveStops, scrollStep, surveyPage, visitStop } from './phases/stops.ts'
export { pinHeights } from './positions.ts'
export { readCharset, readHead, readPage } from './read-page.ts'
export { sampleText } from './sample-text.ts'
export { scrollInner } from './scroll.ts'
export { growScroller, readFraming } from './scroller.ts'
export { state } from './state.ts'
export { addStyles } from './styles.ts'
export { clickTarget, findTarget, focusTarget, hasVisible, readChecked, selectOption } from './targets.ts'
export { tidyPage } from './tidy.ts'
export { keepState, recordChanges, undo } from './undo.ts'
export { countUnbegunVideos, readUnseen } from './unseen.ts'
export { hasText, readText } from './visible-text.ts'
