import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Renders a small document in the background and sends its webhook to this URL. Returns the id of the request. */
export const useTestWebhook = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (url: string) => {
      const response = await callApi({
        method: 'POST',
        path: '/v1/screenshot',
        body: {
          html: '<h1>A test webhook</h1>',
          async: true,
          webhook_url: url,
          webhook_errors: true,
          external_id: 'test-webhook',
        },
      })
      return response.headers.get('x-service-request-id') ?? ''
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.requests() }),
  })
}
