import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type SampleLanguage,
  type SampleRequest,
  sampleLanguages,
  toCodeSample,
} from '../../web/src/samples/code-samples.ts'

/** The URL of the local service. The site replaces it with its own. */
export const sampleBaseUrl = 'http://127.0.0.1:3000'

/** A call in a page of the documentation: a comment that holds it as JSON, and the code that is made from it. */
export type Sample = Omit<SampleRequest, 'baseUrl'> & {
  /** Image in docs/images that shows the response. `npm run docs:images` makes it. */
  image?: string
  /** The languages of the code, unless they are all. */
  languages?: readonly SampleLanguage[]
}

const samplePattern = /<!-- sample (\{.*?\}) -->\n[\s\S]*?<!-- end of sample -->/g

const fences = { curl: 'sh', JavaScript: 'js', Python: 'python', PHP: 'php', Go: 'go' } as const

/** Returns the samples of a page. */
export const readSamples = (markdown: string): Sample[] =>
  [...markdown.matchAll(samplePattern)].map(([, json = '']) => JSON.parse(json))

/** Returns a call in its languages, as tabs. */
export const toSample = (sample: Sample): string =>
  [
    `<!-- sample ${JSON.stringify(sample)} -->`,
    '::: code-group',
    '',
    ...(sample.languages ?? sampleLanguages).flatMap((language) => [
      `\`\`\`${fences[language]} [${language}]`,
      toCodeSample(language, { ...sample, baseUrl: sampleBaseUrl }),
      '```',
      '',
    ]),
    ':::',
    '<!-- end of sample -->',
  ].join('\n')

const filePattern = /<!-- file (\S+) -->\n```(\w+)\n[\s\S]*?\n```/g

/** Returns a program of docs/, after a comment with its path. */
const toListing = (path: string, fence: string): string => {
  const code = readFileSync(join(import.meta.dirname, '../../docs', path), 'utf8')
  return `<!-- file ${path} -->\n\`\`\`${fence}\n${code}\`\`\``
}

/** Returns the page with the code of its samples and programs. */
export const fillSamples = (markdown: string): string =>
  markdown
    .replace(samplePattern, (_, json: string) => toSample(JSON.parse(json)))
    .replace(filePattern, (_, path: string, fence: string) => toListing(path, fence))

/** Rewrites the samples and programs of every page, which are committed. */
export const generateSamples = async (docsDir: string): Promise<void> => {
  for (const name of await readdir(docsDir, { recursive: true })) {
    if (!name.endsWith('.md')) continue
    const path = join(docsDir, name)
    const markdown = await readFile(path, 'utf8')
    const filled = fillSamples(markdown)
    if (filled !== markdown) await writeFile(path, filled)
  }
}
