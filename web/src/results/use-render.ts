import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { operations } from '../../../lib/schema/operations.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from '../api/query-keys.ts'
import type { RenderCall } from '../parameters/form-values.ts'

/** A response of the service. */
export interface RenderResult {
  call: RenderCall
  status: number
  contentType: string
  headers: [string, string][]
  blob: Blob
  /** Of the blob. */
  url: string
  durationMs: number
}

interface RenderState {
  /** The latest result stays while the next one renders, and when that fails. */
  result?: RenderResult | undefined
  error?: Error | undefined
  /** When the current render began, in local milliseconds. */
  startedMs?: number | undefined
}

const forget = ({ url }: RenderResult) => URL.revokeObjectURL(url)

/** What is known of the page and of the render comes in headers. They do not change the result. */
const withMetadata = ({ values }: RenderCall) => ({
  ...values,
  metadata_report: true,
  metadata_status: true,
  metadata_title: true,
})

const send = async (call: RenderCall, signal: AbortSignal): Promise<RenderResult> => {
  const startedMs = performance.now()
  // POST has room for everything, and keeps private values out of URLs.
  const response = await callApi({
    method: 'POST',
    path: operations[call.operation].path,
    body: withMetadata(call),
    signal,
  })
  const blob = await response.blob()
  return {
    call,
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    headers: [...response.headers],
    blob,
    url: URL.createObjectURL(blob),
    durationMs: performance.now() - startedMs,
  }
}

/**
 * Renders only on demand, because a render costs a hit.
 * @param first the result to begin with
 * @param leave is called with the last result when the page is left
 */
export const useRender = (first?: RenderResult, leave: (last: RenderResult) => void = forget) => {
  const client = useQueryClient()
  const [state, setState] = useState<RenderState>({ result: first })
  const running = useRef<AbortController>(undefined)
  const shown = useRef(first)

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState(({ result }) => ({ result }))
  }

  const show = (result: RenderResult) => {
    if (shown.current) forget(shown.current)
    shown.current = result
    setState({ result })
  }

  const start = (call: RenderCall) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState(({ result }) => ({ result, startedMs: Date.now() }))
    send(call, controller.signal)
      .then((result) => {
        if (controller.signal.aborted) forget(result)
        else show(result)
        // Read again by the next page that shows them.
        const stale = [queryKeys.usage(), queryKeys.requests()]
        return Promise.all(
          stale.map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'none' })),
        )
      })
      .catch((error: Error) => {
        if (!controller.signal.aborted) setState(({ result }) => ({ result, error }))
      })
  }

  useEffect(
    () => () => {
      running.current?.abort()
      if (shown.current) leave(shown.current)
    },
    [leave],
  )
  return { ...state, start, cancel }
}
