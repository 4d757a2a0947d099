import { notifications } from '@mantine/notifications'
import { Component, type ReactNode } from 'react'
import { ErrorState } from '../shared/states.tsx'
import { isLoadFailure, reload } from './reload.ts'

interface Props {
  children: ReactNode
}

/** For a page whose code could not be loaded: the browser's own message has the URL of a file. */
const notLoaded = new Error('Check the connection and try again.')

const tryAgain = async () => {
  if (!(await reload()))
    notifications.show({
      color: 'red',
      title: 'The dashboard could not be reloaded',
      message: 'The service is not available. Try again later.',
    })
}

/** Shows a failure of a page in its place. The rest of the app keeps working. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error: isLoadFailure(error) ? notLoaded : error }
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorState error={error} onRetry={tryAgain} /> : this.props.children
  }
}
