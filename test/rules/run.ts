/**
 * npm run rules [-- --file scrape/tables] [--corpus code/]: disables one rule of the code in pages at a time, renders the pages of the
 * repository that consult it, and lists the rules without which every result is the same. `--file` chooses rules by the beginning of
 * their place, `--corpus` pages by the beginning of their name. All rules take hours.
 */
import { parseArgs } from 'node:util'
import { becomeUnprivileged } from '../support/unprivileged.ts'
import { corpora, type Sample } from './corpora.ts'
import { createRuleRenderer } from './rule-renderer.ts'

const { values } = parseArgs({
  options: { file: { type: 'string', default: '' }, corpus: { type: 'string', default: '' } },
})
const write = (text: string) => process.stdout.write(`${text}\n`)

becomeUnprivileged()
await using renderer = await createRuleRenderer()
const rules = renderer.rules.filter(({ place }) => place.startsWith(values.file))

interface Baseline {
  sample: Sample
  result: string
  consulted: ReadonlySet<number>
}

/** A page whose result differs from one render to the next says nothing about a rule. */
const baselines: Baseline[] = []
for (const sample of corpora.filter(({ name }) => name.startsWith(values.corpus))) {
  const [first, second] = [await renderer.render(sample), await renderer.render(sample)]
  if (first.result === second.result) baselines.push({ sample, ...first })
  else write(`Differs by itself: ${sample.name}`)
}
write(`${rules.length} rules, ${baselines.length} pages`)

const isNeeded = async (id: number): Promise<boolean> => {
  for (const { sample, result, consulted } of baselines)
    if (consulted.has(id) && (await renderer.render(sample, id)).result !== result) return true
  return false
}

let needless = 0
for (const { id, kind, place, source } of rules) {
  if (await isNeeded(id)) continue
  needless++
  const pages = baselines.filter(({ consulted }) => consulted.has(id)).length
  write(`${place} ${kind}, consulted by ${pages} pages: ${source.replaceAll(/\s+/g, ' ').slice(0, 120)}`)
}
write(`${needless} of ${rules.length} rules change no result`)
