import { registerHooks } from 'node:module'
import type { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { HttpRequest } from '@smithy/core/protocols'
import { SignatureV4 } from '@smithy/signature-v4'

// `node --import` with this file runs programs that need the package, which the project does not install.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@aws-sdk/s3-request-presigner' ? import.meta.url : specifier, context),
})

/** Presigns in the middleware of the client, in the place of its authentication, as `@aws-sdk/s3-request-presigner` does. */
export const getSignedUrl = async (
  client: S3Client,
  command: PutObjectCommand,
  options: { expiresIn: number },
): Promise<string> => {
  const { credentials, region, sha256 } = client.config
  const signer = new SignatureV4({ credentials, region, sha256, service: 's3', uriEscapePath: false })
  const stack = client.middlewareStack.clone()
  stack.addRelativeTo(
    () =>
      async ({ request }: { request: unknown }) => {
        if (!HttpRequest.isInstance(request)) throw new Error('must be an HTTP request')
        const { hostname, port } = request
        const host = port === undefined ? hostname : `${hostname}:${port}`
        const headers = Object.entries(request.headers).filter(([name]) => !/^amz-sdk|user-agent/.test(name))
        request.headers = { ...Object.fromEntries(headers), host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' }
        const unsignableHeaders = new Set(['content-type'])
        const signed = await signer.presign(request, { ...options, unsignableHeaders })
        return { response: {}, output: { $metadata: {}, signed } as never }
      },
    { name: 'presign', relation: 'before', toMiddleware: 'awsAuthMiddleware', override: true },
  )
  const handle = command.resolveMiddleware(stack, client.config, {})
  const { output } = (await handle({ input: command.input } as never)) as unknown as {
    output: { signed: HttpRequest }
  }
  const { protocol, headers, path, query } = output.signed
  return `${protocol}//${headers['host']}${path}?${new URLSearchParams(query as Record<string, string>)}`
}
