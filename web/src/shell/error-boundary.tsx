import { Component, type ReactNode } from 'react'
import { ErrorState } from '../shared/states.tsx'

interface Props {
  children: ReactNode
}

/** Shows a failure of a page in its place. The rest of the app keeps working. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorState error={error} onRetry={() => location.reload()} /> : this.props.children
  }
}
