import { expect } from 'vitest'
import { Task } from '../../../lib/schema/tasks.ts'

export const sampleBody = {
  name: 'Front page',
  api: 'screenshot',
  query: 'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2&format=png',
  frequency: 'every_day',
}

/** Calls of the task operations with one account's key, unless the headers say otherwise. */
export const createTaskClient = (baseUrl: string, accessKey: string) => {
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(baseUrl + path, {
      method,
      headers: {
        'x-access-key': accessKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const created = async (body: object = {}, headers: Record<string, string> = {}): Promise<Task> => {
    const response = await call('POST', '/v1/tasks', { ...sampleBody, ...body }, headers)
    expect(response.status).toBe(201)
    return Task.parse(await response.json())
  }
  return { call, created }
}

export type TaskClient = ReturnType<typeof createTaskClient>

/** What an error says. */
export const refusal = async (response: Response) => ({
  status: response.status,
  code: response.headers.get('x-service-error'),
  message: ((await response.json()) as { message: string }).message,
})
