import { startAws } from '../../../local/aws/aws.ts'

const [dataDir = ''] = process.argv.slice(2)
const { url } = await startAws({ dataDir })
process.send?.(url)
// The test runner may die without a word; without this the process would outlive it.
process.once('disconnect', () => process.exit(0))
