import type { Action } from '../../schema/fields/actions.ts'

/** Instructions for a render, resolved from the caller's options: aliases resolved, defaults filled in, units in the names. */

export type Annoyance = 'cookies_banner' | 'ads' | 'tracking'

/** Values of `block_ressources`, which are Chromium's resource types in lowercase. */
export type ResourceType =
  | 'document'
  | 'stylesheet'
  | 'image'
  | 'media'
  | 'font'
  | 'script'
  | 'texttrack'
  | 'xhr'
  | 'fetch'
  | 'eventsource'
  | 'websocket'
  | 'manifest'
  | 'other'

export type WaitUntil = 'load' | 'domcontentloaded' | 'networkidle0' | 'networkidle2'

export type VisionDeficiency = 'reduced_contrast' | 'blurred_vision' | 'deuteranopia' | 'achromatopsia'

export interface NameValue {
  name: string
  value: string
}

export interface Cookie extends NameValue {
  /** The parameter that an error names: `cookies[0]`, or `headers[0]` for a header `cookie`. */
  parameter: string
}

interface Credentials {
  username: string
  password: string
}

/** The caller's forward proxy, or the exit proxy of a country. */
export interface UpstreamProxy {
  protocol: 'http' | 'https'
  host: string
  port: number
  credentials?: Credentials
  /** An exit proxy of this service. Names are resolved and checked here, and the exit receives the address. */
  isOwn?: boolean
}

export interface Viewport {
  width: number
  height: number
  deviceScaleFactor: number
  isMobile: boolean
  hasTouch: boolean
  isLandscape: boolean
  /** Of the device. Absent: as large as the viewport. */
  screen?: { width: number; height: number }
}

/** CSS pixels, relative to the document's top left corner. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Inclusive range of HTTP statuses: 404 is `{ from: 404, to: 404 }`, `4xx` is `{ from: 400, to: 499 }`. */
export interface StatusRange {
  from: number
  to: number
}

export interface MetadataOptions {
  imageSize: boolean
  icon: boolean
  title: boolean
  fonts: boolean
  hash: boolean
  status: boolean
  headers: boolean
  report: boolean
}

/** The common part of all render plans. */
export interface RenderPlan {
  source: { kind: 'url'; url: string; credentials?: Credentials } | { kind: 'html'; html: string }
  block: { annoyances: Annoyance[]; resourceTypes: ResourceType[]; urlPatterns: string[] }
  viewport: Viewport
  userAgent?: string
  media: 'screen' | 'print'
  darkMode: boolean
  reducedMotion: boolean
  forcedColors?: boolean
  finishAnimations?: boolean
  prefersContrast?: 'more' | 'less' | 'custom'
  visionDeficiency?: VisionDeficiency
  timezone?: string
  geolocation?: { latitude: number; longitude: number; accuracy: number }
  /** BCP 47 tag, e.g. `de-DE`. */
  locale?: string
  gpuRendering: boolean
  headers: NameValue[]
  cookies: Cookie[]
  /** The value of the `authorization` header for the target's own origin. */
  authorization?: string
  proxy?: UpstreamProxy
  bypassCsp: boolean
  waitUntil: WaitUntil[]
  waitForSelector?: string
  waitForFunction?: string
  timeoutMs: number
  /** A wait that exceeds the timeout ends, and the page is rendered as it is. */
  isCapturedOnTimeout?: boolean
  delayMs: number
  /** Duration of the capture itself, in addition to `timeout` and `delay`. */
  durationMs?: number
  styles?: string
  scripts?: string
  hideSelectors: string[]
  /** `color` as in CSS. */
  mask?: { selectors: string[]; color: string }
  clickSelector?: string
  /** Absent if there are none. */
  actions?: readonly Action[]
  /** Runs in every frame before its own scripts. */
  initScripts?: string
  scrollIntoView?: string
  /** Items for the origin of the source. */
  localStorage?: Readonly<Record<string, string>>
  sessionStorage?: Readonly<Record<string, string>>
  failOnStatus: StatusRange[]
  /** Absent if no status is listed. */
  failOnRequest?: StatusRange[]
  /** A request that fails counts like one with such a status. */
  failOnFailedRequest?: boolean
  failOnConsoleError?: boolean
  failIfText?: string
  failIfMissingText?: string
  /** The page's own scripts do not run. */
  scriptsDisabled?: boolean
  /** The result is the document as its server sent it. The page loads nothing else. */
  isAsSent?: boolean
  metadata: MetadataOptions
  /** The artifact states the URL, status and title of the page. */
  isDescribed?: boolean
  /** No caller waits for the result, so its record states the status and title of the page. */
  isBackground?: boolean
}

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** 0–255, and 0–1 for alpha. */
export interface Color {
  r: number
  g: number
  b: number
  alpha: number
}

/** Words of a position, such as `left top`, in the order that sharp expects. */
export type ImagePosition =
  | 'center'
  | 'top'
  | 'right'
  | 'bottom'
  | 'left'
  | `${'left' | 'right'} ${'top' | 'bottom'}`

/** Bounds of the returned image in pixels. */
export interface Thumbnail {
  width?: number
  height?: number
  /** Absent: the image is scaled to the largest size that fits. */
  fit?:
    | { kind: 'cover'; position: ImagePosition }
    | { kind: 'fill' }
    | { kind: 'pad'; position: ImagePosition; color: Color }
}

export interface ScreenshotPlan extends RenderPlan {
  format: ImageFormat
  /** File extension without dot: `jpg` stays `jpg`, `jpeg` stays `jpeg`. */
  extension: string
  /** 1–100; for jpeg, webp and avif. */
  quality: number
  thumbnail?: Thumbnail
  omitBackground: boolean
  failIfBlank?: boolean
  fullPage: boolean
  /** Scroll through the page before capture: `byAmount` in CSS pixels (default: one viewport), `byDurationMs` per step. */
  fullPageScroll?: { byAmount?: number; byDurationMs: number }
  /** Maximum height in CSS pixels. The rest is cut off. */
  fullPageMaxHeight?: number
  captureBeyondViewport: boolean
  clip?: Rectangle
  /** Captured again until two captures in a row are equal. */
  stable?: boolean
  /** Captures only this element. */
  selector?: string
}

export type VideoFormat = 'mp4' | 'mov' | 'webm' | 'avi' | 'gif'

export type Easing =
  | 'linear'
  | `ease_in${'_out' | ''}_${'quad' | 'cubic' | 'quart' | 'quint'}`
  | `ease_out_${'quad' | 'cubic' | 'quart' | 'quint'}`

/** A camera that scrolls down the page step by step. CSS pixels. */
export interface ScrollScenario {
  byAmount: number
  /** Total duration of all steps down, without the pauses. */
  byDurationMs: number
  /** Between two steps. */
  byDelayMs: number
  back: boolean
  /** At the bottom. */
  backDelayMs: number
  easing: Easing
  /** When the last frame is captured. The camera is back at the top by then if possible. */
  lastFrameMs: number
}

export interface ScreencastPlan extends RenderPlan {
  format: VideoFormat
  /** File extension without dot. */
  extension: string
  durationMs: number
  fps: number
  /** The recording begins with the first paint of the page. Otherwise, when the page is ready. */
  isFromLoad?: boolean
  /** Shows the mouse. */
  showPointer?: boolean
  /** Absent if the page is recorded without scrolling. */
  scroll?: ScrollScenario
  clip?: Rectangle
}

/** How Markdown is written. */
export interface MarkdownPlan {
  links: AddressForm
  images: AddressForm
  /** Put what the page states about itself above the text. */
  frontMatter: boolean
}

/** Where the addresses of Markdown are: after each text, numbered at the end, or nowhere. */
export type AddressForm = 'inline' | 'references' | 'none'

export interface ScrapePlan extends RenderPlan {
  format: 'html' | 'md'
  scriptsDisabled: boolean
  /** Return only the main article. */
  onlyMainContent: boolean
  markdown: MarkdownPlan
  /** Empty: everything. */
  includeSelectors: string[]
  excludeSelectors: string[]
  /** Content below the viewport is loaded as well. */
  captureBeyondViewport: boolean
}

/** Entries of a document's information dictionary. Those that are absent stay as Chromium writes them. */
export interface DocumentInfo {
  title?: string
  author?: string
  subject?: string
  keywords?: string
}

export interface PdfPlan extends RenderPlan {
  /** Of a page, in inches. */
  paper: { width: number; height: number }
  /** Inches. */
  margins: { top: number; right: number; bottom: number; left: number }
  scale: number
  printBackground: boolean
  /** Inclusive, counted from 1; without `to` up to the last page. Absent: all pages. */
  pageRanges?: { from: number; to?: number }[]
  headerTemplate?: string
  footerTemplate?: string
  /** A size in the page's own `@page` rules overrides `paper`. */
  preferCssPageSize: boolean
  /** Print a single page, as wide as the paper and as tall as the document. */
  onePage: boolean
  tagged: boolean
  outline: boolean
  /** Absent if no entry is given. */
  info?: DocumentInfo
}

/** Several outputs of one page. Each has its own plan, whose common part is not used. */
export interface SnapshotPlan extends RenderPlan {
  outputs: {
    screenshot?: ScreenshotPlan
    fullPage?: ScreenshotPlan
    pdf?: PdfPlan
    html?: ScrapePlan
    markdown?: ScrapePlan
    links: boolean
    metadata: boolean
  }
}
