import { Text } from '@mantine/core'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { isBlank } from './is-blank.ts'

interface Props extends Omit<ComponentProps<'img'>, 'onLoad'> {
  alt: string
  onSize?: (size: { width: number; height: number }) => void
}

/** An image of a result, with a note if there is nothing to see in it. */
export const ShownImage = ({ alt, onSize, ...props }: Props) => {
  const [isEmpty, setEmpty] = useState(false)
  const read = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    setEmpty(isBlank(currentTarget))
    onSize?.({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
  }
  return (
    <>
      {isEmpty && (
        <Text size="sm" p="xs" ta="left" role="status">
          All pixels have one color. Wait for the content of the page with wait_for_selector or delay.
        </Text>
      )}
      <img {...props} alt={alt} onLoad={read} />
    </>
  )
}
