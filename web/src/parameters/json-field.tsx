import { JsonInput } from '@mantine/core'
import { useState } from 'react'
import type { Value } from './form-values.ts'
import type { FieldProps } from './parameter-field.tsx'
import classes from './parameters.module.css'

const toText = (value: Value | undefined): string => {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns text that is not JSON as it is, so that the form says what is wrong with it. */
const readText = (text: string): Value | undefined => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return text
  }
}

const isSame = (left: Value | undefined, right: Value | undefined) =>
  JSON.stringify(left) === JSON.stringify(right)

/** Edits a structured parameter as JSON. Keeps the text as it is typed while it means the same value. */
export const JsonField = ({ value, onChange, example, ...props }: FieldProps & { example: unknown }) => {
  const [typed, setTyped] = useState(() => toText(value))
  const text = isSame(readText(typed), value) ? typed : toText(value)
  return (
    <JsonInput
      {...props}
      value={text}
      onChange={(next) => {
        setTyped(next)
        onChange(readText(next))
      }}
      formatOnBlur
      validationError={props.error}
      placeholder={JSON.stringify(example, null, 2)}
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes.code ?? '' }}
    />
  )
}
