import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { RenderCall } from '../parameters/form-values.ts'
import { findProblems, inBackground } from '../parameters/problems.ts'
import { Play } from '../shared/icons.tsx'
import { LoadingLines } from '../shared/states.tsx'

// The form appears without what shows results.
const TrialResult = lazy(async () => ({ default: (await import('./trial-result.tsx')).TrialResult }))

interface Props {
  call: RenderCall
  /** Called instead of a run if the call has a mistake. */
  onInvalid: () => void
}

/** Renders once what a task would, before it is saved. */
export const TrialRun = ({ call, onInvalid }: Props) => {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        leftSection={<Play size={16} aria-hidden />}
        onClick={() => (findProblems(inBackground(call)).size > 0 ? onInvalid() : dialog.open())}
      >
        Try it
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title="Trial run"
        size="min(56rem, 100vw)"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Suspense fallback={<LoadingLines lines={6} />}>
          <TrialResult call={call} />
        </Suspense>
      </Modal>
    </>
  )
}
