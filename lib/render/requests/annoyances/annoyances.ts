import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'
import { FiltersEngine } from '@ghostery/adblocker'
import type { Annoyance } from '../../../core/plan/render-plan.ts'

export interface ConsentRules {
  all: IndexedCMPRuleset
  /** The number of rules for a site that has none of its own, and these rules as JSON. */
  common: { count: number; json: string }
}

export interface Annoyances {
  /** The filter rules behind one value of `block_annoyance`. */
  engine(annoyance: Annoyance): FiltersEngine
  /** The script that finds consent dialogs and declines them, and its rules. */
  consent(): { source: string; rules: ConsentRules }
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
  let consent: ReturnType<Annoyances['consent']> | undefined
  return {
    engine(annoyance) {
      const known = engines.get(annoyance)
      if (known) return known
      const engine = FiltersEngine.deserialize(readList(path(files[annoyance])))
      engines.set(annoyance, engine)
      return engine
    },
    consent() {
      if (consent) return consent
      const all: IndexedCMPRuleset = JSON.parse(readFileSync(path('consent-rules.json'), 'utf8'))
      const compact = filterCompactRules(all, { url: 'https://site.invalid/', mainFrame: true })
      const common = { count: compact.r.length, json: JSON.stringify(compact) }
      consent = { source: readFileSync(path('autoconsent.js'), 'utf8'), rules: { all, common } }
      return consent
    },
  }
}

const readList = (path: string) => {
  const bytes = readFileSync(path)
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
}
