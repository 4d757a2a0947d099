// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of patterns, as they are written in the files.

interface AllowedPattern {
  file: string
  /** As in the file. */
  source: string
  /** What limits the input, or the origin of the input or pattern. */
  reason: string
}

/** Regular expressions that the detector cannot verify, or that are built at run time. */
export const allowedPatterns: readonly AllowedPattern[] = [
  {
    file: 'lib/render/browser/process-group.ts',
    source: "`^${field}:\\\\s+(\\\\d+) kB`, 'm'",
    reason: "Reads the kernel's information about a process.",
  },
  {
    file: 'lib/render/in-page/further-images.ts',
    source: String.raw`url\("([^"#][^"]*)"\)`,
    reason: 'Chromium writes the value and closes every quotation mark, at which the next match begins.',
  },
  {
    file: 'lib/core/html/charset.ts',
    source: String.raw`charset\s{0,9}=\s{0,9}(?:"([^"]{0,40})"|'([^']{0,40})'|([^\s;"'>]{1,40}))`,
    reason: 'Every repetition is bounded.',
  },
  {
    file: 'lib/core/html/user-agent.ts',
    source: String.raw`\bAndroid [\d.]{1,20}; ([^;)]{1,200})[;)]`,
    reason: 'Every repetition is bounded.',
  },
  {
    file: 'lib/render/in-page/overlays.ts',
    source: "pattern, 'i'",
    reason: 'A constant list of words. In the page, on some thousand characters.',
  },
  {
    file: 'lib/render/in-page/consent/words.ts',
    source: 'pattern',
    reason: 'A constant list of words. In the page, on 100 characters at most.',
  },
  {
    file: 'lib/render/in-page/consent/notice.ts',
    source: "source, 'iu'",
    reason: 'A constant list of words. In the page, on some thousand characters.',
  },
  {
    file: 'lib/render/in-page/consent/notice.ts',
    source: "textPattern('policy'), 'giu'",
    reason:
      'A constant list of names, whose repetitions are bounded. In the page, on some thousand characters.',
  },
  {
    file: 'local/aws/s3/xml.ts',
    source: "`<${name}>([\\\\s\\\\S]*?)</${name}>`, 'g'",
    reason: "The local cloud reads requests of the service's own functions.",
  },
  {
    file: 'local/lambda/gateway/route-table.ts',
    source: "`^/${patterns.join('/')}/?$`",
    reason: 'Built from the constant table of routes.',
  },
  {
    file: 'lib/schema/fields/pdf.ts',
    source: '`^(?:${pattern})$`',
    reason: 'Constant lengths with units; every repetition is bounded.',
  },
  {
    file: 'lib/schema/fields/pdf.ts',
    source: '`^\\\\s*${range}\\\\s*(?:,\\\\s*${range}\\\\s*){0,99}$`',
    reason: 'Anchored, and commas separate the ranges. test/unit/http/hostile-input.test.ts measures it.',
  },
]
