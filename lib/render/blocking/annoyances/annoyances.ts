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
  const engines = new Map<Annoyance, FiltersEngine>()
  let consent: ConsentSource | undefined
  let notices: NoticeList | undefined
  let noticeScript: Script<typeof HideNotices> | undefined
  const engine = (annoyance: Annoyance) => {
    const known = engines.get(annoyance)
    if (known) return known
    const made = FiltersEngine.deserialize(readList(path(files[annoyance])))
    engines.set(annoyance, made)
    return made
  }
  const readNoticeScript = () => {
    noticeScript ??= { name: noticeVariable, source: readFileSync(path('notices.js'), 'utf8') }
    return noticeScript
  }
  return {
    engine,
    notices() {
      notices ??= createNoticeList(
        engine('cookies_banner'),
        new Set(readFileSync(path('notice-sites.txt'), 'utf8').split('\n')),
      )
      return notices
    },
    consent() {
      consent ??= createConsentSource(
        readFileSync(path('autoconsent.js'), 'utf8'),
        readNoticeScript().source,
        loadScripts(assetsDir).frames,
        JSON.parse(readFileSync(path('consent-rules.json'), 'utf8')),
        JSON.parse(readFileSync(path('consent-questions.json'), 'utf8')),
      )
      return consent
    },
    noticeScript: readNoticeScript,
  }
}

/** The variable of the script, which the consent script of a page uses. */
export const noticeVariable = 'unknownNotices'

const readList = (path: string) => {
  const bytes = readFileSync(path)
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
}
