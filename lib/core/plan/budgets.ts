/** Time for the outputs of a snapshot beyond the first. A full page and a document each take one to two seconds. */
export const outputsMs = 10_000

/** Time to close a page before Lambda ends the invocation. */
export const teardownMs = 1_500

/** The longest handler that renders for a caller who waits. The longest video takes timeout, delay and duration of 30 s each, and 5 s. The rest is for storing it. */
export const renderSeconds = 100

/** The same in the background: the longest video takes a timeout of 300 s, a delay of 30 s and a duration of 120 s, and 5 s. */
export const backgroundSeconds = 500

/**
 * Time to send a response after its handler's deadline. Lambda streams the first 6 MB immediately and the rest at 2 MB/s
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html): 200 MB, the most that it streams, take 100 s.
 * A slow client has as long again.
 */
export const deliverySeconds = 200

/**
 * Every limit of a render within its deadline, in milliseconds. What a wait does not reach is reported or left as it is. What is no
 * limit but the pace of an algorithm, such as the time between two checks of the page, is next to the algorithm, and so are the times of
 * code that runs in pages.
 */
export const limitsMs = {
  /** Time that is kept for what follows. */
  reserve: {
    grace: 5_000, // for the response, beyond `timeout`, `delay` and `duration`
    respond: 1_200, // killing a busy browser, encoding the result and sending it happen after the render's own deadline
    ready: 2_000, // for the capture, after the waits until the page is ready; a tall page takes one to two seconds
    capture: 2_500, // for the capture, after the waits that are part of it; until `capture.afterSignal`
    scrolled: 4_000, // for expanding the page, scrolling back to the top, and the capture
    megapixel: 200, // for each million pixels of a full page, in addition; 88 million took 13 to 17 s on a busy machine
    sections: 4_000, // for encoding, after the sections of a page are captured
    video: 1_200, // after the last frame is drawn: its image, encoding what is not encoded yet, and writing the file
  },
  browser: {
    launch: 15_000, // from its start to its first response
    version: 2_000, // for one that did not start
    open: 5_000, // a page without content
    protocol: 360_000, // one command, which may be a wait of the longest `timeout`
    lastFrame: 250, // before a page is closed
    close: 2_500, // a page; its browser is replaced after that
    reap: 200, // its renderers, by the zygote, which takes 25 to 130 ms
    terminate: 200, // after SIGTERM its main process reaps some of its other children, which takes 4 to 35 ms
    groupEnd: 2_000, // a killed process takes about 200 ms to release a gigabyte
    ready: 300, // the next page, before Lambda stops the process
  },
  load: {
    connect: 10_000, // to a server, and for the response of an exit proxy
    report: 500, // the two events of a request come from two processes, in either order, a few ms apart
    quiet: 500, // how long the network has to stay quiet to count as idle (`wait_until`)
    reason: 2_000, // to learn why a page could not be shown, even if `timeout` has passed
    errorPage: 2_000, // it names the URL that redirects led to, and follows immediately unless the machine is busy
    navigation: 3_000, // for the document that an action or a script leads to
    leave: 1_000, // for the response of the server that a page is leaving for
  },
  /** For the response of a page. A page that takes longer is busy. */
  page: {
    change: 3_000, // for a script, or a change of ours; a script that takes longer continues in parallel with the capture
    selectors: 1_000, // to check selectors, even if `timeout` has passed
    response: 200, // for a call whose own limit ran out
    lateResponse: 250, // if no time is left
    pickers: 500, // to close those that are open
    otherProcess: 500, // for frames and workers; a busy one is left as it is, and must not keep the page from being captured
    frame: 1_000, // a busy page may draw none; on a busy machine, the first one takes up to 390 ms
    lateFrame: 250, // if no time is left
    heldFrame: 1_500, // one that takes longer may never complete
    releasedFrame: 500, // for the end of a frame that was held up
    task: 4_000, // one that takes longer is taken to wait for the clock, and the page is rendered again with the machine's
  },
  /** For what the page still loads. */
  ready: {
    all: 3_000, // fonts and images that have not loaded by then are reported as missing; a page that is ready does not wait
    firstFrame: 500, // until the browser is ready to draw; a blank page without scripts never reports one
    frames: 1_500, // those below the main one, or below the window, are less important than the page itself
    imports: 1_000, // of style sheets; one that a policy forbids cannot be told from one that is still loading
    lazyImages: 3_000, // those that load only when scrolled to
    paperImages: 5_000, // the same for a PDF, which shows all of them
    printImages: 1_500, // those of print styles
    videos: 1_000, // for their first image
    entrances: 3_000, // animations that are scheduled when the page is ready; the time is the page's
    templateFonts: 1_500, // they are in the template, so they need no network
  },
  metadata: { head: 500, fonts: 1_500, icon: 1_000, text: 1_000 }, // facts beside the result
  consent: {
    all: 2_500, // the search for a dialog, the second search, and how far the clock of the page gets ahead meanwhile
    search: 500, // as long as it takes with the machine's clock, because a page may keep a request open indefinitely
    further: 600, // after two unsuccessful checks, because many dialogs appear one second after the page
    popup: 1_000, // pages may load a platform without showing it, because of the visitor's country or an earlier decision
    check: 500, // for the response of the page to one check
    closing: 500, // for the end of a dialog that fades out
    tidy: 500, // to hide the remains on a busy page, even after `all`
  },
  action: {
    any: 5_000, // one that does not only wait
    loop: 1_500, // a script that blocks the page for longer would block the frames of a video
    expression: 1_000, // one that takes longer is not true yet
    checked: 1_000, // a page that reacts to a click on a checkbox does so within this time
    rest: 1_000, // an element that still moves, or is part of a view transition, after this time is taken as it is
    frames: 250, // a busy page draws none
  },
  capture: {
    all: 30_000, // without a budget: about what remains if the page loads quickly
    afterSignal: 1_000, // the render's signal ends a page that keeps the browser busy sooner than closing the page would
    stable: 5_000, // until two captures are the same
    restore: 500, // a browser that is busy would take the time for encoding
  },
  /** For the element of `selector`. */
  element: { appears: 5_000, images: 2_000 }, // scripts may add it
  scroll: {
    all: 15_000, // enough for 37 viewports at the default pace; longer pages are scrolled faster
    images: 1_000, // those in view at one step
    more: 1_500, // content that is pending at the end of the page
    still: 3_000, // effects after the scroll back to the top, such as smooth scrolling or a button that fades out
    stop: 1_500, // until what is captured in sections stands still
    late: 1_000, // in the page's time: a script may wait for this long before it shows what has come into view
  },
  video: {
    load: 3_000, // requests that do not end by then no longer stop the clock of a page that shows nothing
    frameBeforePaint: 3_000, // a page that takes longer waits for the clock that is stopped
    blank: 1_000, // for a page that paints nothing, after its load event
    firstImage: 5_000, // there is none directly after the window is fitted, or while the page is replaced by the next one
    frame: 2_000, // one that takes longer will never end, or would be as slow in real time
    network: 1_000, // while the clock is stopped, for one wait
    networkInAll: 5_000, // the same, for all waits of a video
    response: 100, // it usually takes a few ms; what takes longer may need further frames
    consent: 500, // for the rest of a dialog that is being declined when the video ends
  },
  scrape: {
    read: 10_000, // a page of a megabyte takes less than one second
    stop: 500, // to stop the script that reads
    revert: 500, // to undo the changes that reading made
  },
}

interface BudgetTimes {
  /** When the request for this render began, on the same clock as all times here. */
  startMs: number
  timeoutMs: number
  delayMs: number
  /** Duration of the capture itself, such as a video. */
  durationMs?: number
}

export interface Budget {
  /** The render ends by this time, regardless of what the page does. */
  readonly endsMs: number
  /** Time left for `wait_until` and `wait_for_selector`, counted from when the page was opened. */
  reachMs(openedMs: number, nowMs: number): number
  /** Time left for fonts, images and the consent rules. */
  readyMs(nowMs: number): number
}

/** Divides the deadline of a render among its phases: load, `delay`, ready, capture, respond. */
export const splitBudget = ({ startMs, timeoutMs, delayMs, durationMs = 0 }: BudgetTimes): Budget => {
  const endsMs =
    startMs + timeoutMs + delayMs + durationMs + limitsMs.reserve.grace - limitsMs.reserve.respond
  const left = (atMs: number, nowMs: number) => Math.max(0, atMs - nowMs)
  return {
    endsMs,
    reachMs: (openedMs, nowMs) => left(Math.min(openedMs + timeoutMs, endsMs - delayMs - durationMs), nowMs),
    readyMs: (nowMs) =>
      Math.min(limitsMs.ready.all, left(endsMs - limitsMs.reserve.ready - durationMs, nowMs)),
  }
}
