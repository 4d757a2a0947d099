import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { withScheme } from './with-scheme.ts'

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: string
  onChange: (url: string) => void
}

/** A field for a URL. Leaving it, or Enter, adds a scheme that was left out. What is typed so far is no mistake yet. */
export const UrlInput = ({ value, error, onChange, ...props }: Props) => {
  const [isTyping, setTyping] = useState(false)
  const complete = () => {
    setTyping(false)
    const url = withScheme(value)
    if (url !== value) onChange(url)
  }
  return (
    <TextInput
      {...props}
      type="url"
      value={value}
      error={!isTyping && error}
      onChange={(event) => {
        setTyping(true)
        onChange(event.currentTarget.value)
      }}
      onBlur={complete}
      onKeyDown={(event) => event.key === 'Enter' && complete()}
      spellCheck={false}
      autoComplete="off"
    />
  )
}
