import { Component, type ReactNode } from 'react'
import { ErrorState } from '../shared/states.tsx'
import { reload } from './reload.ts'

interface Props {
  children: ReactNode
}

/** The browser's own message has the URL of a file. React logs it. */
const failure = new Error('Check the connection and try again.')

/** Shows a failure of a page in its place. The rest of the app keeps working. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorState error={failure} onRetry={reload} /> : this.props.children
  }
}
