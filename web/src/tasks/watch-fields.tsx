import { Select, Stack, Switch, TagsInput } from '@mantine/core'
import type { WatchView } from '../../../lib/schema/watch.ts'
import type { RenderCall } from '../parameters/form-values.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { NumberField } from '../shared/number-field.tsx'
import { modeOf, type Watching } from './watching.ts'

const notifications = [
  { value: 'change', label: 'Runs that have changed' },
  { value: 'always', label: 'Every run' },
]

const texts = {
  visual: {
    label: 'Watch for changes of the image',
    unit: 'pixels',
    threshold: 'Share of the pixels that may differ. Default: 0.',
  },
  text: {
    label: 'Watch for changes of the text',
    unit: 'lines',
    threshold: 'Share of the lines that may differ. Default: 0.',
  },
} as const

interface Props {
  call: RenderCall
  watching: Watching
  problem: string | undefined
  onChange: (watching: Watching) => void
}

/** Whether and how runs are compared, and how long their files are kept. */
export const WatchFields = ({ call, watching, problem, onChange }: Props) => {
  const mode = modeOf(call)
  const set = (changes: Partial<Watching>) => onChange({ ...watching, ...changes })
  const isOn = watching.isOn && mode !== undefined
  return (
    <Stack>
      <Switch
        checked={isOn}
        disabled={mode === undefined}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
        label={mode ? texts[mode].label : 'Watch for changes'}
        description={
          mode
            ? 'The first run is the baseline. When a later run differs, you get a webhook, and that run becomes the new baseline.'
            : 'Screenshots can be compared, and pages that are scraped with the format md.'
        }
        error={problem && <CodeWords text={problem} />}
      />
      {isOn && (
        <>
          <NumberField
            label="Threshold"
            description={texts[mode].threshold}
            value={watching.threshold}
            onChange={(threshold) => set({ threshold })}
            allowDecimal
            placeholder="0"
          />
          {mode === 'visual' && (
            <TagsInput
              label="Ignored elements"
              description="CSS selectors of elements that may differ, such as clocks and ads. Press Enter after each."
              value={watching.ignoreSelectors}
              onChange={(ignoreSelectors) => set({ ignoreSelectors })}
              splitChars={[]}
              maxTags={20}
              placeholder="#clock"
            />
          )}
          {mode === 'text' && (
            <Switch
              checked={watching.ignoreLinks}
              onChange={(event) => set({ ignoreLinks: event.currentTarget.checked })}
              label="Ignore the URLs of links and images"
              description="Their texts are compared."
            />
          )}
          <Select
            label="Webhook for"
            data={notifications}
            value={watching.notify}
            onChange={(next) => next !== null && set({ notify: next as WatchView['notify'] })}
            allowDeselect={false}
          />
        </>
      )}
      <NumberField
        label="Runs to keep"
        description="Keep the files of this many runs. Files stay at least 48 hours and at most 30 days. Empty: 7 days, or cache_ttl."
        value={watching.keepRuns}
        onChange={(keepRuns) => set({ keepRuns })}
        allowDecimal={false}
      />
    </Stack>
  )
}
