import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'

const [dataDir = '', isFresh = ''] = process.argv.slice(2)
const { url, services } = await startAws({ dataDir, services: createQueueServices() })
if (isFresh === 'release') services.sqs.releaseInFlight()
process.send?.(url)
// The test runner may die without a word; without this the process would outlive it.
process.once('disconnect', () => process.exit(0))
