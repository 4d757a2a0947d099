import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../shared/format.ts'
import classes from './results.module.css'
import { ShownImage } from './shown-image.tsx'

const zooms = [
  { value: 'fit', label: 'Fit' },
  { value: '50', label: '50 %' },
  { value: '100', label: '100 %' },
  { value: '200', label: '200 %' },
]

interface Props {
  url: string
  alt: string
}

/** An image, fitted or in its real size. */
export const ImageView = ({ url, alt }: Props) => {
  const [zoom, setZoom] = useState('fit')
  const [size, setSize] = useState<{ width: number; height: number }>()
  const scale = Number(zoom) / 100
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl size="xs" data={zooms} value={zoom} onChange={setZoom} aria-label="Zoom" />
        {size && (
          <Text size="sm" c="dimmed">
            {formatNumber(size.width)} × {formatNumber(size.height)} pixels
          </Text>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <section className={classes.stage} tabIndex={0} aria-label="Image">
        <ShownImage
          src={url}
          alt={alt}
          onSize={setSize}
          className={classes.image}
          data-fit={zoom === 'fit' || undefined}
          {...(zoom !== 'fit' && size && { width: size.width * scale, height: size.height * scale })}
        />
      </section>
    </>
  )
}
