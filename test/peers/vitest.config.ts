import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Replaces an embedded service by a peer: every import of its module imports a module of this folder instead. */
const insteadOf = (service: string) => ({
  find: new RegExp(`^.*/${service}/${service}\\.ts$`),
  replacement: join(import.meta.dirname, `${service}.ts`),
})

const project = (
  name: string,
  include: string[],
  options: object = {},
  alias: ReturnType<typeof insteadOf>[] = [],
) => ({
  resolve: { alias },
  test: {
    ...{ name, include, testTimeout: 300_000, hookTimeout: 120_000 },
    expect: { poll: { timeout: 15_000 } },
    ...options,
  },
})

const integration = (...folders: string[]) => folders.map((folder) => `test/integration/${folder}`)

const queueTests = integration('lambda/sqs-event-source-queue.test.ts', 'aws/sqs-limits.test.ts')

/** What the handle of a message does that was deleted, or received again, is another in each. The service counts on nothing of it. */
const queues = (name: string, sqsPeer: string, left = 'never') => {
  const testNamePattern = new RegExp(`^(?!.*(?:deleted once or twice|newest handle|${left}))`)
  return project(name, queueTests, { provide: { sqsPeer }, testNamePattern }, [insteadOf('sqs')])
}

/** `npm run test:peers`: tests of the service on services that others made. See CONTRIBUTING.md. */
export default defineConfig({
  test: {
    globalSetup: 'test/peers/setup.ts',
    projects: [
      project(
        'dynamodb-local',
        integration('{requests,store,tasks}/**/*.test.ts', 'aws/dynamodb-limits.test.ts'),
        {},
        [insteadOf('dynamodb')],
      ),
      queues('elasticmq', 'PEER_ELASTICMQ'),
      // moto has neither the source of a dead letter nor trace headers.
      queues('moto-queues', 'PEER_MOTO', 'drains a queue|chain of messages'),
      // moto does not compare the bytes of a file with its checksum.
      project(
        'moto-files',
        integration('store/results.test.ts'),
        { testNamePattern: /^(?!.*rejects bytes)/ },
        [insteadOf('s3')],
      ),
      project('peers', ['test/peers/*.test.ts'], {
        globalSetup: ['test/support/service/ensure-bundles.ts'],
        setupFiles: ['test/e2e/become-unprivileged.ts'],
        provide: { sqsPeer: 'PEER_MOTO' },
      }),
    ],
  },
})

declare module 'vitest' {
  interface ProvidedContext {
    /** The variable with the URL of the queues. */
    sqsPeer: string
  }
}
