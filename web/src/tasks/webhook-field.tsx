import type { Parameter } from '../../../lib/schema/parameters.ts'
import { parametersFor, type RenderCall, type Value } from '../parameters/form-values.ts'
import { ParameterField } from '../parameters/parameter-field.tsx'

interface Props {
  call: RenderCall
  problem: string | undefined
  onChange: (parameter: Parameter, value: Value | undefined) => void
}

/** The URL that receives a webhook for each run. */
export const WebhookField = ({ call, problem, onChange }: Props) => {
  const parameter = parametersFor(call.operation).get('webhook_url')
  return (
    parameter && (
      <ParameterField
        parameter={parameter}
        value={call.values['webhook_url']}
        problem={problem}
        onChange={(value) => onChange(parameter, value)}
      />
    )
  )
}
