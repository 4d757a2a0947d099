import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { AsCurl } from './as-curl.tsx'
import classes from './page.module.css'

interface Props {
  title: string
  /** One sentence about what the page is for. */
  description?: ReactNode
  actions?: ReactNode
  /** The API calls that return what the page shows. */
  call?: string | readonly string[]
  children: ReactNode
}

/** A page with its title. */
export const Page = ({ title, description, actions, call, children }: Props) => {
  useDocumentTitle(`${title} · Stillframe`)
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mt={4}>
              {description}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {actions}
          {call && <AsCurl path={call} />}
        </Group>
      </div>
      {children}
    </Stack>
  )
}

/** Stands in for a page while its code loads. */
export const PageSkeleton = () => (
  <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading">
    <Skeleton height={32} width="12rem" className={classes.late} />
    <Skeleton height={160} className={classes.late} />
  </Stack>
)
