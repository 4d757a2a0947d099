import { useState } from 'react'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import { parametersFor, type RenderCall, type Values, valuesFor } from './form-values.ts'

export type Source = 'url' | 'html'

/** The state of a form for an operation, with what changes it. */
export type Form = ReturnType<typeof useCall>

/** The state of a form for an operation. What another operation lacks is kept until it is shown again. */
export const useCall = (initial: RenderCall) => {
  const [operation, setOperation] = useState(initial.operation)
  const [kept, setKept] = useState(initial.values)
  const [chosen, setSource] = useState<Source>(() => ('html' in initial.values ? 'html' : 'url'))
  const [search, setSearch] = useState('')
  const source = parametersFor(operation).has('html') ? chosen : 'url'
  const { [source === 'url' ? 'html' : 'url']: _other, ...shown } = valuesFor(operation, kept)
  const change = (values: Values) => {
    const others = Object.entries(kept).filter(([name]) => !(name in shown))
    setKept({ ...Object.fromEntries(others), ...values })
  }
  const fill = (next: RenderCall) => {
    setOperation(next.operation)
    setKept(next.values)
    setSource('html' in next.values ? 'html' : 'url')
  }
  const call: RenderCall = { operation, values: shown }
  return {
    call,
    source,
    search,
    change,
    /** Replaces everything. */
    fill,
    setOperation: (next: RenderOperationId) => setOperation(next),
    setSource,
    setSearch,
  }
}
