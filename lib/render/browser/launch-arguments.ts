/** `gpu` draws WebGL with the software rasterizer, which halves the speed of everything else. */
export type BrowserKind = 'plain' | 'gpu'

/**
 * Returns the whole command line. It contains neither the vendor's defaults (among them `--disable-web-security`, which opens file: to
 * pages, and `--single-process`) nor puppeteer's (which disable the browser's own flooding and hang protection). The operator's
 * `extraFlags` come last, because Chromium uses the last value of a flag. The lists of both are one flag: Blink's settings, and the
 * features that are switched off.
 */
export const launchArguments = (
  kind: BrowserKind,
  profileDir: string,
  extraFlags: readonly string[] = [],
  isSandboxed = false,
): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profileDir}`,
  ...(isSandboxed ? noGl(kind) : noSandbox),
  ...processModel,
  ...network,
  ...painting,
  ...(kind === 'gpu' ? softwareGpu : noGpu),
  ...frameControl,
  ...quiet,
  ...extraFlags.filter((flag) => !flag.startsWith(blinkSettings) && !flag.startsWith(disableFeatures)),
  `${blinkSettings}${[pointer, ...valuesOf(blinkSettings, extraFlags), beyondViewport].join()}`,
  `${disableFeatures}${[...withoutUse, ...valuesOf(disableFeatures, extraFlags)].join()}`,
  'about:blank',
]

const blinkSettings = '--blink-settings='
const disableFeatures = '--disable-features='

const valuesOf = (name: string, flags: readonly string[]) =>
  flags.filter((flag) => flag.startsWith(name)).map((flag) => flag.slice(name.length))

/**
 * Without GL, the GPU process has one thread when its filters of system calls are applied. With more, Chromium applies none. It adds a
 * process of 7 MB.
 */
const noGl = (kind: BrowserKind) => (kind === 'plain' ? ['--use-gl=disabled'] : [])

/** The zygote works without user namespaces and without a setuid helper. */
const noSandbox = ['--no-sandbox', '--disable-setuid-sandbox']

const processModel = [
  // The GPU process is started by the browser, which reaps it.
  '--no-unsandboxed-zygote',
  '--js-flags=--max-old-space-size=512',
  '--block-new-web-contents',
]

const network = [
  // Each context has its own egress proxy. Requests outside a context fail, because they have neither a proxy nor name resolution.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // Without `force-`, the headless shell ignores the policy and STUN bypasses the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disk-cache-size=33554432',
]

// A desktop with a mouse. Otherwise a page sees a screen without any pointing device. Touch emulation overrides it.
const pointer = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

// The main frame draws content outside its viewport. Captures of it do not need to change the page.
const beyondViewport = 'mainFrameClipsContent=false'

const painting = [
  // Large images are decoded with the frame that shows them, not in parallel and drawn later. Waiting for `decode()` of 60 photographs
  // takes a third of a render, because they are decoded again in full size.
  '--disable-checker-imaging',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // A page in the background must still paint and run its timers.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

// Software compositing also removes the limit of 16,384 px that GPU textures impose on tall pages.
const noGpu = ['--disable-gpu', '--disable-gpu-compositing', '--disable-3d-apis']

const softwareGpu = [
  '--ignore-gpu-blocklist',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
]

/** A page draws nothing until a frame is requested, and a frame is complete when it is drawn, however long that takes. */
export const frameControl = [
  '--enable-begin-frame-control',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-image-animation-resync',
]

const quiet = [
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-infobars',
  '--disable-prompt-on-repost',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  // Warnings and errors. Of level INFO, Chromium writes what pages write to their console, with their URLs.
  '--enable-logging=stderr',
  '--log-level=1',
  '--generate-pdf-document-outline',
  '--export-tagged-pdf',
]

/** Features that serve no render. */
const withoutUse = [
  'Translate',
  'AcceptCHFrame',
  'MediaRouter',
  'OptimizationHints',
  // A prerendered page runs although no one sees it, and the next frame has the size of its window.
  'Prerender2',
  // No frame completes while such a frame is visible.
  'FencedFrames',
  // A page that was left is kept in memory, with the worlds of the service.
  'BackForwardCache',
]
