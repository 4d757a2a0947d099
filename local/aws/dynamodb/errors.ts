/** An error in DynamoDB's wire format. dynalite throws the same format. */
interface DynamoDbError extends Error {
  statusCode: number
  body: { __type: string; message?: string } & Record<string, unknown>
}

const dynamoDbError = (type: string, message: string): DynamoDbError =>
  Object.assign(new Error(message), {
    statusCode: 400,
    body: { __type: type, message, Message: message },
  })

export const validationError = (message: string) =>
  dynamoDbError('com.amazon.coral.validate#ValidationException', message)

export const unknownOperationError = (operation: string) =>
  dynamoDbError(
    'com.amazon.coral.service#UnknownOperationException',
    `${operation} is not implemented in the embedded cloud.`,
  )

export const serializationError = () =>
  dynamoDbError('com.amazon.coral.service#SerializationException', 'The request body is not a JSON object.')

export const isDynamoDbError = (error: unknown): error is DynamoDbError =>
  error instanceof Error && 'body' in error && 'statusCode' in error

/** Returns the error's name without its namespace, such as `ConditionalCheckFailedException`. */
export const errorName = (error: DynamoDbError) => error.body.__type.split('#')[1] ?? ''
