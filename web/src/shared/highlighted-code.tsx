import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import html from 'highlight.js/lib/languages/xml'
import { useMemo } from 'react'
import './highlighted-code.css'

const languages = { bash, diff, go, html, javascript, json, markdown, php, python }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

export type CodeLanguage = keyof typeof languages

interface Props {
  code: string
  language: CodeLanguage
}

/** Code with colors, in a separate chunk. */
const HighlightedCode = ({ code, language }: Props) => {
  const html = useMemo(() => hljs.highlight(code, { language, ignoreIllegals: true }).value, [code, language])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js escapes the code, and the Trusted Types policy checks it.
  return <span dangerouslySetInnerHTML={{ __html: html }} />
}

// biome-ignore lint/style/noDefaultExport: React.lazy loads a default export.
export default HighlightedCode
