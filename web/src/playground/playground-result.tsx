import { Button, Group, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ResultView } from '../results/result-view.tsx'
import type { useRender } from '../results/use-render.ts'
import { Camera } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { EmptyState, ErrorState } from '../shared/states.tsx'
import classes from './playground.module.css'

interface Props {
  render: ReturnType<typeof useRender>
  onDemo: () => void
}

/** The latest result. It stays while the next one renders. */
export const PlaygroundResult = ({ render: { result, error, startedMs }, onDemo }: Props) => (
  <Panel title="Result" aside={startedMs !== undefined && <Elapsed startedMs={startedMs} />}>
    <div
      aria-busy={startedMs !== undefined}
      className={classes.stale}
      data-stale={startedMs !== undefined || undefined}
    >
      {error && <ErrorState error={error} />}
      {error && result && (
        <Text size="sm" c="dimmed" my="sm">
          This is the previous result:
        </Text>
      )}
      {result && <ResultView result={result} />}
      {!result && !error && startedMs === undefined && (
        <EmptyState icon={Camera} title="Nothing rendered yet">
          Enter a URL and choose Render, or start with the page that comes with the service.
          <Group justify="center" mt="md">
            <Button variant="default" onClick={onDemo}>
              Render the demo page
            </Button>
          </Group>
        </EmptyState>
      )}
      {!result && startedMs !== undefined && <div className={classes.placeholder} />}
    </div>
  </Panel>
)

const tickMs = 100

const Elapsed = ({ startedMs }: { startedMs: number }) => {
  const [now, setNow] = useState(startedMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Group gap="xs" role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm" c="dimmed">
        Rendering <span aria-hidden>{((now - startedMs) / 1000).toFixed(1)} s</span>
      </Text>
    </Group>
  )
}
