import { Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RequestView } from '../../../lib/schema/requests.ts'
import type { ChangeView as Change } from '../../../lib/schema/watch.ts'
import { formatNumber } from '../shared/format.ts'
import { useNowSeconds } from '../shared/time.tsx'
import classes from './change-view.module.css'
import { describeChange } from './describe-change.ts'
import { kindOf, toLocalPath } from './result-file.ts'
import { StoredFile } from './stored-file.tsx'

interface Props {
  run: RequestView
  change: Change
}

/** How a run of a watched page differs from the run that was the baseline. */
export const ChangeView = ({ run, change }: Props) => {
  const isImage = run.file !== null && kindOf(run.file) === 'image'
  return (
    <Stack gap="sm">
      <Text size="sm">{describeChange(change, isImage)}</Text>
      {change.before && <Files run={run} change={change} before={change.before} isImage={isImage} />}
    </Stack>
  )
}

interface FilesProps extends Props {
  before: NonNullable<Change['before']>
  isImage: boolean
}

const Files = ({ run, change: { difference, regions }, before, isImage }: FilesProps) => {
  const now = useNowSeconds()
  const isGone = ({ expires }: { expires: number | null }) => expires !== null && expires <= now
  if (run.file === null || isGone(run) || isGone(before) || (difference && isGone(difference)))
    return (
      <Text size="sm" c="dimmed">
        The files of this comparison have expired. keep_runs of the task keeps files longer.
      </Text>
    )
  if (isImage)
    return (
      <ImageComparison
        before={toLocalPath(before.file)}
        after={toLocalPath(run.file)}
        difference={difference && toLocalPath(difference.file)}
        regions={regions}
        width={run.width ?? 1}
        height={run.height ?? 1}
      />
    )
  return difference && <StoredFile path={toLocalPath(difference.file)} kind="text" bytes={null} pixels={0} />
}

interface ImageProps {
  before: string
  after: string
  difference: string | null
  regions: Change['regions']
  width: number
  height: number
}

const views = {
  slider: { label: 'Before and after', slider: 'Share of the image before', start: 50 },
  overlay: { label: 'Difference', slider: 'Strength of the difference', start: 100 },
} as const

type View = keyof typeof views

const toOptions = (names: readonly View[]) => names.map((value) => ({ value, label: views[value].label }))

const ImageComparison = ({ before, after, difference, regions, width, height }: ImageProps) => {
  const [view, setView] = useState<View>('slider')
  const [percent, setPercent] = useState<number>(views.slider.start)
  const show = (next: View) => {
    setView(next)
    setPercent(views[next].start)
  }
  const isSlider = view === 'slider'
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          data={toOptions(difference ? ['slider', 'overlay'] : ['slider'])}
          value={view}
          onChange={(next) => show(next as View)}
          aria-label="Comparison"
        />
        <Text size="sm" c="dimmed">
          {formatNumber(width)} × {formatNumber(height)} pixels
        </Text>
      </Group>
      <Slider
        value={percent}
        onChange={setPercent}
        label={null}
        thumbLabel={views[view].slider}
        className={classes.slider}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <section className={classes.stage} tabIndex={0} aria-label={views[view].label}>
        <div className={classes.layers}>
          <img src={isSlider ? before : after} alt={isSlider ? 'Before' : 'After'} decoding="async" />
          {isSlider && (
            <img
              src={after}
              alt="After"
              decoding="async"
              className={classes.after}
              style={{ clipPath: `inset(0 0 0 ${percent}%)` }}
            />
          )}
          {isSlider && <span className={classes.edge} style={{ left: `${percent}%` }} />}
          {!isSlider && difference && (
            <img src={difference} alt="Changed pixels in red" style={{ opacity: percent / 100 }} />
          )}
          {!isSlider &&
            regions.map((region) => (
              <span
                key={`${region.x} ${region.y}`}
                className={classes.region}
                style={{
                  left: `${(100 * region.x) / width}%`,
                  top: `${(100 * region.y) / height}%`,
                  width: `${(100 * region.width) / width}%`,
                  height: `${(100 * region.height) / height}%`,
                }}
              />
            ))}
        </div>
      </section>
    </Stack>
  )
}
