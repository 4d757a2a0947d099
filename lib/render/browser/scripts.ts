import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScrapePlan } from '../../core/plan/render-plan.ts'
import type * as Core from '../in-page/core.ts'
import type * as Frames from '../in-page/frames.ts'
import type * as Scrape from '../in-page/scrape/html.ts'
import type * as Start from '../in-page/start.ts'
import type * as Video from '../in-page/video.ts'

export type { Core }

/** A bundle of `lib/render/in-page/`, made by `scripts/generate/in-page.ts`: it defines the variable `name`, whose members are `Api`. */
export interface Script<Api> {
  readonly name: string
  readonly source: string
  /** Only for its type. */
  readonly api?: Api
}

export type FunctionName<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: never[]) => unknown ? Name : never
}[keyof Api] &
  string

export type ArgsOf<Api, Name extends keyof Api> = Api[Name] extends (...args: infer Args) => unknown
  ? Args
  : never

export type ResultOf<Api, Name extends keyof Api> = Api[Name] extends (...args: never[]) => infer Result
  ? Awaited<Result>
  : never

/** The scripts that run in pages. */
export interface Scripts {
  /** What `World.call` calls. */
  core: Script<typeof Core>
  /** What runs at the start of documents, before their own scripts. */
  start: Script<typeof Start>
  /** The search for consent dialogs and advertisements in every frame. */
  frames: Script<typeof Frames>
  /** The encoder of videos. */
  video: Script<typeof Video>
  /** Reads the content of a page as the plan requests. */
  scrape(plan: Pick<ScrapePlan, 'format' | 'onlyMainContent'>): Script<typeof Scrape>
}

/** The variable that each script defines. */
export const scriptVariable = 'stillframe'

/** Reads the source of each script on its first use. */
export const loadScripts = (assetsDir: string): Scripts => {
  const script = <Api>(file: string): Script<Api> => {
    let source: string | undefined
    return {
      name: scriptVariable,
      get source() {
        source ??= readFileSync(join(assetsDir, 'in-page', `${file}.js`), 'utf8')
        return source
      },
    }
  }
  const contents = { html: script<typeof Scrape>('html'), md: script<typeof Scrape>('text') }
  const mainContent = script<typeof Scrape>('content')
  return {
    core: script('core'),
    start: script('start'),
    frames: script('frames'),
    video: script('video'),
    scrape: ({ format, onlyMainContent }) => (onlyMainContent ? mainContent : contents[format]),
  }
}

/** Returns an expression that calls a function of a script, and leaves nothing else behind. */
export const callOf = <Api, Name extends FunctionName<Api>>(
  { name: variable, source }: Script<Api>,
  name: Name,
  ...args: ArgsOf<Api, Name>
): string => `(() => { ${source}\n return ${variable}.${name}(...${JSON.stringify(args)}) })()`

/**
 * Returns statements that put the core script into a document that does not have it. An element of the same id does not count: it is no
 * member of the global object.
 */
export const loadCore = ({ core: { name, source } }: Pick<Scripts, 'core'>): string =>
  `(() => { if (Object.hasOwn(globalThis, '${name}')) return; ${source}
   Object.defineProperty(globalThis, '${name}', { value: ${name} }) })();`

/**
 * The function that loads the core script and calls one of its functions, or none for an empty name. Always the same text: V8 keeps what it
 * has compiled in a renderer process.
 */
export const coreLoader = (scripts: Pick<Scripts, 'core'>): string =>
  `function (name, ...args) { ${loadCore(scripts)} return name && ${scripts.core.name}[name](...args) }`
