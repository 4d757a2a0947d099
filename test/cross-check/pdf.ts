// Reads our documents with Debian's poppler-utils: `node test/cross-check/pdf.ts`. Not part of `npm test`, which needs npm only.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import { resolvePdf } from '../../lib/core/plan/resolve-pdf.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { take as takePdf } from '../../lib/render/outputs/pdf/take-pdf.ts'
import { operations } from '../../lib/schema/operations.ts'

interface Check {
  name: string
  request: Record<string, unknown>
  /** What `pdfinfo` has to say. */
  says: RegExp[]
  /** What `pdftotext` has to find. */
  text: string[]
}

const html =
  '<!doctype html><html lang="en"><title>Übersicht</title><h1>One — Ærøskøbing</h1><p>Съешь ещё 直骨返 いろは 키스의 ψυχοφθόρα</p><h2 style="break-before:page">Two</h2>'

const checks: Check[] = [
  {
    name: 'letter',
    request: { html },
    says: [
      /Title: +Übersicht/,
      /Pages: +2\n/,
      /Page size: +612 x 792 pts \(letter\)/,
      /Tagged: +yes/,
      /Encrypted: +no/,
    ],
    text: ['One — Ærøskøbing', 'Съешь ещё', '直骨返', 'いろは', '키스의', 'ψυχοφθόρα', 'Two'],
  },
  {
    name: 'a4, turned, with footer',
    request: {
      html,
      pdf_paper_format: 'a4',
      pdf_landscape: true,
      pdf_margin_bottom: '1in',
      pdf_footer_template: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
    },
    says: [/Pages: +2\n/, /Page size: +84[12](\.\d+)? x 59[456](\.\d+)? pts \(A4\)/],
    text: ['Page 1 of 2', 'Page 2 of 2'],
  },
  {
    name: 'one page, untagged',
    request: { html: `${html}<div style="height:5000px">tall</div>`, pdf_one_page: true, pdf_tagged: false },
    says: [/Pages: +1\n/, /Page size: +612 x 3[89]\d\d/, /Tagged: +no/],
    text: ['One', 'Two', 'tall'],
  },
  {
    name: 'the second page alone',
    request: { html, pdf_page_ranges: '2' },
    says: [/Pages: +1\n/],
    text: ['Two'],
  },
]

const assetsDir = join(import.meta.dirname, '..', '..', 'generated')
await using browser = createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger })
const deps = {
  browser,
  annoyances: loadAnnoyances(assetsDir),
  egressPolicy: { allow: parseEgressAllow(''), serviceHosts: [] },
}

const problemsOf = async ({ request, says, text }: Check, path: string) => {
  const plan = resolvePdf(readOptions(operations.pdf, { kind: 'body', value: request }), new Map(), 0)
  const { signal } = new AbortController()
  const { body } = await takePdf(plan, { signal, report: createRenderReport() }, deps)
  await writeFile(path, body)
  const facts = execFileSync('pdfinfo', [path], { encoding: 'utf8' })
  const words = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ')
  return [
    ...says
      .filter((pattern) => !pattern.test(facts))
      .map((pattern) => `pdfinfo does not say ${pattern}:\n${facts}`),
    ...text
      .filter((part) => !words.includes(part))
      .map((part) => `pdftotext does not find "${part}" in: ${words}`),
  ]
}

const folder = await mkdtemp(join(tmpdir(), 'cross-check-'))
for (const [index, check] of checks.entries()) {
  const problems = await problemsOf(check, join(folder, `${index}.pdf`))
  process.stdout.write(
    `${problems.length === 0 ? 'agrees' : 'DIFFERS'}: ${check.name}\n${problems.join('\n')}`,
  )
  if (problems.length > 0) process.exitCode = 1
}
await rm(folder, { recursive: true })
