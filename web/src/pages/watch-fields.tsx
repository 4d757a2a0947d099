import { NumberInput, Select, Stack, Switch, TagsInput } from '@mantine/core'
import type { TaskChanges } from '../../../lib/schema/tasks.ts'
import type { WatchOptions, WatchView } from '../../../lib/schema/watch.ts'
import { CodeWords } from '../parameters/code-words.tsx'
import type { RenderCall } from '../parameters/form-values.ts'

/** How the form of a task compares its runs and keeps them. An empty number is the default. */
export interface Watching {
  isOn: boolean
  threshold: number | ''
  ignoreSelectors: string[]
  notify: WatchView['notify']
  keepRuns: number | ''
}

/** Returns what the form of an existing task begins with, or of a new one. */
export const toWatching = (watch: WatchView | null = null, keepRuns: number | null = null): Watching => ({
  isOn: watch !== null,
  threshold: watch?.threshold ?? '',
  ignoreSelectors: watch?.ignore_selectors ?? [],
  notify: watch?.notify ?? 'change',
  keepRuns: keepRuns ?? '',
})

/** Returns how the results of a call can be compared, or undefined if they cannot. */
const modeOf = ({ operation, values }: RenderCall): WatchView['mode'] | undefined => {
  if (operation === 'screenshot') return 'visual'
  return operation === 'scrape' && values['format'] === 'md' ? 'text' : undefined
}

/** Returns the parameters of the task. `was` is what an existing task has. */
export const toWatchInput = (
  { isOn, threshold, ignoreSelectors, notify, keepRuns }: Watching,
  call: RenderCall,
  was: Watching,
): Pick<TaskChanges, 'watch' | 'keep_runs'> => {
  const mode = isOn ? modeOf(call) : undefined
  const watch: WatchOptions | undefined = mode && {
    mode,
    ...(threshold !== '' && { threshold }),
    ignore_selectors: mode === 'visual' ? ignoreSelectors : [],
    notify,
  }
  const off: WatchOptions = { mode: 'off', ignore_selectors: [], notify: 'change' }
  return {
    ...(watch ? { watch } : was.isOn && { watch: off }),
    ...(keepRuns !== '' ? { keep_runs: keepRuns } : was.keepRuns !== '' && { keep_runs: 0 }),
  }
}

const notifications = [
  { value: 'change', label: 'Runs that have changed' },
  { value: 'always', label: 'Every run' },
]

const texts = {
  visual: {
    label: 'Watch for changes of the image',
    unit: 'pixels',
    threshold: 'Share of the pixels that may differ. Default: 0.001.',
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
            ? 'Each run is compared with a baseline, which the first run sets and each changed run replaces.'
            : 'Screenshots can be compared, and pages that are scraped with the format md.'
        }
        error={problem && <CodeWords text={problem} />}
      />
      {isOn && (
        <>
          <NumberInput
            label="Threshold"
            description={texts[mode].threshold}
            value={watching.threshold}
            onChange={(value) => set({ threshold: toNumber(value) })}
            min={0}
            max={1}
            step={0.001}
            decimalScale={6}
            placeholder={mode === 'visual' ? '0.001' : '0'}
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
          <Select
            label="Webhook for"
            data={notifications}
            value={watching.notify}
            onChange={(next) => next !== null && set({ notify: next as WatchView['notify'] })}
            allowDeselect={false}
          />
        </>
      )}
      <NumberInput
        label="Runs to keep"
        description="Files are kept until so many later runs are due: at least 48 hours, at most 30 days. Empty: as cache_ttl says."
        value={watching.keepRuns}
        onChange={(value) => set({ keepRuns: toNumber(value) })}
        min={1}
        max={1000}
        allowDecimal={false}
        placeholder="30"
      />
    </Stack>
  )
}

const toNumber = (value: string | number): number | '' =>
  value === '' || Number.isNaN(Number(value)) ? '' : Number(value)
