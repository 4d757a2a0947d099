import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChangeView as Change } from '../../../lib/schema/watch.ts'
import { formatNumber } from '../shared/format.ts'
import { ZoomIn } from '../shared/icons.tsx'
import classes from './change-view.module.css'

type Region = Change['regions'][number]

interface Props {
  before: string
  after: string
  difference: string | null
  regions: readonly Region[]
  width: number
  height: number
  /** The region that is enlarged, or -1 for the whole image. */
  zoomed: number
  onZoom: (index: number) => void
}

const views = {
  slider: { label: 'Before and after', slider: 'Share of the image before', start: 50 },
  beside: { label: 'Side by side', slider: undefined, start: 100 },
  overlay: { label: 'Difference', slider: 'Strength of the difference', start: 100 },
} as const

type View = keyof typeof views

const zoomMax = 8

/** Returns how often the whole image is enlarged, with which the region fills a third of the width. */
const scaleFor = (region: Region | undefined, width: number): number =>
  region ? Math.min(zoomMax, Math.max(1, width / 3 / region.width)) : 1

/** Two images, with a box around each region that differs. */
export const ImageComparison = (props: Props) => {
  const { difference, regions, width, height, zoomed } = props
  const [view, setView] = useState<View>('slider')
  const [percent, setPercent] = useState<number>(views.slider.start)
  const root = useRef<HTMLDivElement>(null)
  const region = regions[zoomed]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has other elements that scroll.
  useEffect(() => {
    for (const stage of root.current?.querySelectorAll('section') ?? []) {
      const [image] = stage.children
      if (!region || !image) continue
      const scale = image.clientWidth / width
      stage.scrollTo({
        left: (region.x + region.width / 2) * scale - stage.clientWidth / 2,
        top: (region.y + region.height / 2) * scale - stage.clientHeight / 2,
      })
    }
  }, [region, width, view])
  return (
    <Stack gap="xs" ref={root}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          data={(Object.keys(views) as View[])
            .filter((name) => name !== 'overlay' || difference)
            .map((value) => ({ value, label: views[value].label }))}
          value={view}
          onChange={(next) => {
            setView(next as View)
            setPercent(views[next as View].start)
          }}
          aria-label="Comparison"
        />
        <ZoomButtons {...props} />
        <Text size="sm" c="dimmed">
          {formatNumber(width)} × {formatNumber(height)} pixels
        </Text>
      </Group>
      {views[view].slider && (
        <div>
          <Text size="xs" c="dimmed">
            {views[view].slider}: {percent} %
          </Text>
          <Slider
            value={percent}
            onChange={setPercent}
            label={null}
            thumbLabel={views[view].slider}
            className={classes.slider}
          />
        </div>
      )}
      <Images {...props} view={view} percent={percent} />
    </Stack>
  )
}

const ZoomButtons = ({ regions, zoomed, onZoom }: Props) =>
  regions.length > 0 && (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<ZoomIn size={13} aria-hidden />}
        onClick={() => onZoom((zoomed + 1) % regions.length)}
      >
        {zoomed < 0 ? 'Zoom to change' : `Change ${zoomed + 1} of ${regions.length}`}
      </Button>
      {zoomed >= 0 && (
        <Button variant="default" size="compact-xs" onClick={() => onZoom(-1)}>
          Whole image
        </Button>
      )}
    </Group>
  )

const Images = (props: Props & { view: View; percent: number }) => {
  const { before, after, difference, view, percent } = props
  const old = <img src={before} alt="Before" decoding="async" />
  const current = <img src={after} alt="After" decoding="async" />
  if (view === 'beside')
    return (
      <div className={classes.beside}>
        <Stage {...props} label="Before">
          {old}
        </Stage>
        <Stage {...props} label="After">
          {current}
        </Stage>
      </div>
    )
  if (view === 'overlay')
    return (
      <Stage {...props} label="After, with the changed pixels in red">
        {current}
        {difference && (
          <img src={difference} alt="Changed pixels in red" style={{ opacity: percent / 100 }} />
        )}
      </Stage>
    )
  return (
    <Stage {...props} label="Before" labelOfRight="After">
      {old}
      <img
        src={after}
        alt="After"
        decoding="async"
        className={classes.after}
        style={{ clipPath: `inset(0 0 0 ${percent}%)` }}
      />
      <span className={classes.edge} style={{ left: `${percent}%` }} />
    </Stage>
  )
}

interface StageProps extends Pick<Props, 'regions' | 'width' | 'height' | 'zoomed'> {
  label: string
  labelOfRight?: string
  children: ReactNode
}

const Stage = ({ regions, width, height, zoomed, label, labelOfRight, children }: StageProps) => {
  const name = labelOfRight === undefined ? label : `${label}, ${labelOfRight}`
  return (
    <div>
      <Group justify="space-between" className={classes.labels}>
        <Text size="xs" fw={600}>
          {label}
        </Text>
        <Text size="xs" fw={600}>
          {labelOfRight}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <section className={classes.stage} tabIndex={0} aria-label={name}>
        <div className={classes.layers} style={{ width: `${100 * scaleFor(regions[zoomed], width)}%` }}>
          {children}
          {regions.map((region) => (
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
    </div>
  )
}
