import { Alert, Anchor, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { CodeWords } from './code-words.tsx'
import { Copy } from './copy.tsx'
import { CircleAlert, type Icon as IconType, RotateCw, WifiOff } from './icons.tsx'
import { PlanCommand } from './plan-command.tsx'
import { findRemedy } from './remedies.ts'
import classes from './states.module.css'
import { useNowSeconds } from './time.tsx'

const secondMs = 1000

/** Counts down to the moment at which a request is accepted again. */
const Countdown = ({ seconds }: { seconds: number }) => {
  const now = useNowSeconds(secondMs)
  const [until] = useState(now + seconds)
  return <>{until > now ? `You can try again in ${until - now} s.` : 'You can try again now.'}</>
}

interface ErrorProps {
  error: Error
  onRetry?: () => void
}

/** An error with its code, what to do about it, and the id to report. */
export const ErrorState = ({ error, onRetry }: ErrorProps) => {
  const facts = error instanceof ApiError ? error : undefined
  const remedy = facts && findRemedy(facts.code)
  return (
    <Alert
      color="red"
      icon={<CircleAlert size={18} />}
      title={remedy?.title ?? 'This could not be loaded'}
      role="alert"
    >
      <Stack gap="xs" align="flex-start" className={classes.error}>
        <Text size="sm">
          <CodeWords text={error.message} />
        </Text>
        {remedy?.advice && <Text size="sm">{remedy.advice}</Text>}
        {facts?.code === 'plan_required' && <PlanCommand />}
        {facts?.retryAfter !== undefined && (
          <Text size="sm">
            <Countdown seconds={facts.retryAfter} />
          </Text>
        )}
        <Group gap="xs">
          {onRetry && (
            <Button
              variant="default"
              size="xs"
              leftSection={<RotateCw size={14} aria-hidden />}
              onClick={onRetry}
            >
              Try again
            </Button>
          )}
          {facts && facts.status > 0 && <Code>{facts.code}</Code>}
          {facts?.requestId && (
            <Group gap={4}>
              <Text size="xs" c="dimmed">
                Request <Code>{facts.requestId}</Code>
              </Text>
              <Copy text={facts.requestId} what="the request id" />
            </Group>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

interface EmptyProps {
  icon: IconType
  title: string
  children?: ReactNode
}

/** Says what would be here, why it is not, and what changes that. */
export const EmptyState = ({ icon: Icon, title, children }: EmptyProps) => (
  <div className={classes.empty}>
    <Icon size={32} strokeWidth={1.5} aria-hidden className={classes.icon} />
    <Title order={2} size="h5">
      {title}
    </Title>
    <div className={classes.text}>{children}</div>
  </div>
)

/** Stands in for what was not read before the connection was lost. */
const NotRead = () => (
  <EmptyState icon={WifiOff} title="This was not read yet">
    It appears as soon as there is a connection.
  </EmptyState>
)

/** Placeholders that appear only if loading takes longer than a blink. */
export const LoadingLines = ({ lines = 3, height = 20 }: { lines?: number; height?: number }) => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap="sm" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <Skeleton key={index} height={height} visible={isShown} />
      ))}
    </Stack>
  )
}

interface LoadedProps<T> {
  query: UseQueryResult<T>
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the data of a query. If a later read fails, the previous data stays, under a note that says so. */
export const Loaded = <T,>({ query, loading = <LoadingLines />, children }: LoadedProps<T>) => {
  const { data, error, fetchStatus, refetch } = query
  const retry = () => {
    refetch()
  }
  if (data === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />
    return fetchStatus === 'paused' ? <NotRead /> : loading
  }
  return (
    <>
      {error && (
        <Alert color="yellow" role="status" mb="sm">
          Could not refresh: <CodeWords text={error.message} />{' '}
          <Anchor component="button" type="button" size="sm" underline="always" onClick={retry}>
            Try again
          </Anchor>
        </Alert>
      )}
      {children(data)}
    </>
  )
}
