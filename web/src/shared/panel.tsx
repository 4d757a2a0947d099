import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

interface Props {
  title: string
  /** Shown at the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled part of a page. */
export const Panel = ({ title, aside, children }: Props) => {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </Paper>
  )
}
