import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Undefined while the field is empty. */
  value: number | undefined
  onChange: (value: number | undefined) => void
  allowDecimal: boolean
  allowNegative?: boolean
}

const toNumber = (text: string): number | undefined =>
  /\d/.test(text) && !Number.isNaN(Number(text)) ? Number(text) : undefined

/** Edits a number as text: keeps what is typed while it means the same number, and ignores what can become none. */
export const NumberField = ({ value, onChange, allowDecimal, allowNegative = false, ...props }: Props) => {
  const [typed, setTyped] = useState('')
  const text = toNumber(typed) === value ? typed : String(value ?? '')
  const change = (next: string) => {
    const [, sign, digits, decimals] = /^(-?)(\d*)(\.?\d*)$/.exec(next.trim()) ?? []
    if (digits === undefined || (sign && !allowNegative) || (decimals && !allowDecimal)) return
    setTyped(next.trim())
    onChange(toNumber(next))
  }
  return (
    <TextInput
      {...props}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      // The keyboards for numbers of some phones have no minus.
      inputMode={allowNegative ? 'text' : 'decimal'}
      autoComplete="off"
    />
  )
}
