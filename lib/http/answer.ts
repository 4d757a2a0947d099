/** A response before it becomes API Gateway's. Header names in the case that goes out. */
export interface Answer {
  statusCode: number
  headers: Record<string, string>
  body: Buffer | string
}

export const jsonAnswer = (value: unknown, statusCode = 200): Answer => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})
