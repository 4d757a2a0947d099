/** A scroller before its first expansion, and how it has been expanded since. */
export interface Expanded {
  /** The scroller and its ancestors. */
  boxes: Box[]
  /** Elements above or below one of the boxes. Headers, footers and sections with a percentage height must not grow with it. */
  neighbors: Box[]
  borderWidth: number
  /** By how much it is taller now, in CSS pixels. */
  growth: number
  /** Whether it grows by a transparent border. Percentages refer to the area inside the border. */
  isBordered: boolean
}

export interface Box {
  element: HTMLElement
  height: number
}

/** What is seen of texts and images, as far as no element around them clips it. */
export interface Content {
  /** The height of each element with a text, and of each image, in CSS pixels. */
  seen: Map<Element, number>
  /** Where the content of each scroller is. */
  spans: ReadonlyMap<Element, [top: number, bottom: number][]>
}

/** Elements that have grown with their content, what was seen before, and how to undo it. */
export interface Growth {
  scrollers: readonly HTMLElement[]
  before: Content
  heights: ReadonlyMap<HTMLElement, number>
  /** Those that are clipped from now on: the scrollers, and what scrolls sideways around them. */
  clipped: readonly HTMLElement[]
  undo(): void
}

/** What the phases of a print have found. */
interface Paper {
  growth?: Growth
  /** The elements whose content grew out of them, or is clipped from now on. */
  scrollers: readonly HTMLElement[]
  /** The visible fixed elements, which paper repeats on every page. */
  fixed: readonly HTMLElement[]
  /** The elements that scroll sideways, apart from code. */
  sideways: readonly HTMLElement[]
  /** Heights of all elements, for `pinHeights`. */
  heights?: ReadonlyMap<HTMLElement, readonly string[]>
}

/** An attribute before its first change and after its last. Null: absent. */
export interface AttributeChange {
  before: string | null
  after: string | null
}

/** What `undo` restores. */
export interface KeptState {
  styles: [element: Element, style: string | null][]
  /** Nodes that the service has added, and where. */
  nodes: [node: Node, parent: Node, next: Node | null][]
  sheets: [root: Document | ShadowRoot, sheets: CSSStyleSheet[]][]
}

/** In CSS pixels, relative to the document. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Where layout puts an element, without transforms, in CSS pixels relative to the document. */
export interface Place {
  x: number
  y: number
  /** Whether it is, or is in, an element that keeps its place in the window. */
  isLoose: boolean
}

/** The colors of an element, with the rows of the document that show them. */
export interface Colors {
  element: Element
  colors: string
  from: number
  to: number
}

/** An element that the browser draws only while it is in the viewport. */
export interface Unseen {
  element: Element
  /** The frames around it, the outermost first. */
  frames: Element[]
  area: Area
  /** Where the element began, even if a frame cut off that part of it. */
  origin: { x: number; y: number }
}

/** What the stops of a page that is scrolled through have found. */
interface Stops {
  /** The elements that keep their place in the window, as they are while the page is at its top. */
  bars: ReadonlyMap<Element, { y: number; isShown: boolean }>
  /** Functions that show again what is hidden. */
  hidden: (() => void)[]
  /** Where elements are laid out while the page is at its top. */
  places: ReadonlyMap<Element, Place>
  /** The text and images that the window has shown, with their places in the document. */
  shown: Map<Element, DOMRect>
  /** The colors at all scroll positions so far. */
  colors: Colors[]
  unseen: readonly Unseen[]
  /** What has been spread over the document behind its content. */
  backdrops: { elements: Set<HTMLElement>; rules: [sheet: CSSStyleSheet, text: string][] }
}

/** What a page that was not ready has loaded. */
interface Loads {
  /** Linked style sheets that failed. They look as if they were still loading. */
  failed: WeakSet<Element>
  /** The fonts and images that were loading at any time. */
  fonts: Set<FontFace>
  images: Set<HTMLImageElement>
}

/** What one phase leaves in a document for the next one. */
interface State {
  /** The element that scrolls in place of the document. */
  scroller?: Element | undefined
  expanded?: Expanded | undefined
  /** The last result of `findTarget`. */
  target?: Element | undefined
  paper: Paper
  stops: Stops
  loads: Loads
  /** Fonts of templates, which the renderer process has as long as they are here. */
  templateFonts: FontFace[]
  /** Whether the document has had a frame. */
  hasFrame: boolean
  /** How many frame callbacks the service has requested. */
  ownFrames: number
  /** What the service has changed in the markup: the attributes of each element, by name, and the nodes that it has added. */
  changes: { attributes: Map<Element, Map<string, AttributeChange>>; nodes: Set<Node> }
  kept?: KeptState
  /** Covers all masked elements. Returns whether any was not covered. */
  cover?: () => boolean
  /** Finishes all animations. */
  finish?: () => void
  /** The mouse pointer of a video. */
  pointer?: { host: HTMLDivElement; layer: HTMLDivElement; ring: HTMLDivElement }
}

/** The state of all phases. A document has one, because only the core script has phases. */
export const state: State = {
  paper: { scrollers: [], fixed: [], sideways: [] },
  stops: {
    bars: new Map(),
    hidden: [],
    places: new Map(),
    shown: new Map(),
    colors: [],
    unseen: [],
    backdrops: { elements: new Set(), rules: [] },
  },
  loads: { failed: new WeakSet(), fonts: new Set(), images: new Set() },
  templateFonts: [],
  hasFrame: false,
  ownFrames: 0,
  changes: { attributes: new Map(), nodes: new Set() },
}
