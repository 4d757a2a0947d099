import { Anchor, Tabs, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { RenderCall } from '../parameters/form-values.ts'
import { exampleUrl } from '../parameters/source-field.tsx'
import { CodeBlock } from '../shared/code-block.tsx'
import { Panel } from '../shared/panel.tsx'
import { SigningNote } from '../shared/signing-note.tsx'
import { withScheme } from '../shared/with-scheme.ts'
import { type SampleLanguage, sampleLanguages, toCodeSample } from './code-samples.ts'
import classes from './samples.module.css'
import { SignedLink } from './signed-link.tsx'
import { postReason, toRequest } from './to-request.ts'

const reasons = {
  private: 'Sent as POST: some parameters are too long or too private for a URL.',
  long: 'Sent as POST: the query string would have more than 4,000 characters.',
  only: 'This operation accepts only POST.',
} as const

/** Returns the call with a URL that the service accepts, while the field for it is empty or the URL unfinished. */
const withUrl = (call: RenderCall): RenderCall => {
  if ('html' in call.values) return call
  const { url: typed = '', ...others } = call.values
  const url = withScheme(String(typed))
  return { ...call, values: { url: URL.canParse(url) ? url : exampleUrl, ...others } }
}

/** The grammars of highlight.js. */
const grammars = {
  curl: 'bash',
  JavaScript: 'javascript',
  Python: 'python',
  PHP: 'php',
  Go: 'go',
} as const satisfies Record<SampleLanguage, string>

/** The same call in several languages, and as a link that anyone can open. */
export const CodeTabs = ({ call }: { call: RenderCall }) => {
  const [tab, setTab] = useLocalStorage<SampleLanguage | 'link'>({
    key: 'stillframe-sample-language',
    defaultValue: 'curl',
  })
  const shown = withUrl(call)
  const request = toRequest(shown, location.origin)
  const reason = postReason(shown)
  return (
    <Panel title="Code">
      <Tabs value={tab} onChange={(next) => setTab(next as SampleLanguage)} keepMounted={false}>
        <Tabs.List className={classes.list}>
          {sampleLanguages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="link">Signed link</Tabs.Tab>
        </Tabs.List>
        {sampleLanguages.map((language) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <CodeBlock code={toCodeSample(language, request)} language={grammars[language]} what="the code" />
            <Text size="sm" c="dimmed" mt="xs">
              Set ACCESS_KEY in the environment.{' '}
              {(language === 'JavaScript' || language === 'Python') && (
                <>
                  Install the{' '}
                  <Anchor href="/docs/guides/clients" size="sm" underline="always">
                    client
                  </Anchor>
                  , which releases after 0.3.0 publish.{' '}
                </>
              )}
              {reason && reasons[reason]}
            </Text>
            <SigningNote canBeLink={reason === undefined} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="link" pt="sm">
          <SignedLink call={call} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}
