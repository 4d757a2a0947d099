import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './code-block.module.css'
import { Copy } from './copy.tsx'
import type { CodeLanguage } from './highlighted-code.tsx'

interface Props {
  code: string
  language?: CodeLanguage
  /** What the button copies, such as "the command". */
  what: string
  /** Names the block, for example a file. */
  title?: string
}

const Highlighted = lazy(() => import('./highlighted-code.tsx'))

/** Code with a button that copies it. The colors come later than the text. */
export const CodeBlock = ({ code, language, what, title }: Props) => (
  <figure className={classes.block}>
    <div className={classes.bar}>
      <Text component="figcaption" size="xs" c="dimmed">
        {title}
      </Text>
      <Copy text={code} what={what} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
    <pre className={classes.code} tabIndex={0}>
      <code>
        {language ? (
          <Suspense fallback={code}>
            <Highlighted code={code} language={language} />
          </Suspense>
        ) : (
          code
        )}
      </code>
    </pre>
  </figure>
)
