import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { FiltersEngine } from '@ghostery/adblocker'
import type { Annoyance } from '../../../core/plan/render-plan.ts'
import { loadScripts, type Script } from '../../browser/scripts.ts'
import type * as HideNotices from '../../in-page/consent/hide-notices.ts'
import { type ConsentSource, createConsentSource } from './consent-source.ts'
import { createNoticeList, type NoticeList } from './notice-list.ts'

export interface Annoyances {
  /** The filter rules behind one value of `block_annoyance`. */
  engine(annoyance: Annoyance): FiltersEngine
  /** The hosts of the list behind `cookies_banner`. */
  notices(): NoticeList
  /** The script that finds consent dialogs and declines them. */
  consent(): ConsentSource
  /** The script that finds and hides consent dialogs that no rule knows. */
  noticeScript(): Script<typeof HideNotices>
}

/** The lists that few renders need are compressed, which takes 8 of 13 MB from the package and 30 to 50 ms of their first use. */
const files: Record<Annoyance, string> = {
  cookies_banner: 'cookies.bin',
  ads: 'ads.bin.zst',
  tracking: 'tracking.bin.zst',
}

/**
 * Loads the lists that `scripts/generate/annoyances.ts` built. Each list is read on first use, which takes 15 to 70 ms of a cold start.
 * The format depends on the exact version of the engine.
 */
export const loadAnnoyances = (assetsDir: string): Annoyances => {
  const path = (file: string) => join(assetsDir, 'annoyances', file)
  const read = (file: string) => readFileSync(path(file), 'utf8')
  const engineOf = (annoyance: Annoyance) =>
    once(() => FiltersEngine.deserialize(readList(path(files[annoyance]))))
  const engines: Record<Annoyance, () => FiltersEngine> = {
    cookies_banner: engineOf('cookies_banner'),
    ads: engineOf('ads'),
    tracking: engineOf('tracking'),
  }
  const noticeScript = once(() => ({ name: noticeVariable, source: read('notices.js') }))
  return {
    engine: (annoyance) => engines[annoyance](),
    notices: once(() =>
      createNoticeList(engines.cookies_banner(), new Set(read('notice-sites.txt').split('\n'))),
    ),
    consent: once(() =>
      createConsentSource(
        read('autoconsent.js'),
        noticeScript().source,
        loadScripts(assetsDir).frames,
        JSON.parse(read('consent-rules.json')),
        JSON.parse(read('consent-questions.json')),
      ),
    ),
    noticeScript,
  }
}

const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The variable of the script, which the consent script of a page uses. */
export const noticeVariable = 'unknownNotices'

const readList = (path: string) => {
  const bytes = readFileSync(path)
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
}
