import { connect } from 'node:net'
import { workerData } from 'node:worker_threads'
import { descendantsOf, killAll } from '../process-tree.ts'

// Runs in a separate thread, because a handler in a busy loop must not outlive its host either. The connection carries no data. It
// closes when the host ends for any reason, and then this process and every process that it started must end.

const { address } = workerData as { address: string }
const { hostname, port } = new URL(`http://${address}`)

connect(Number(port), hostname)
  .on('error', () => {})
  .on('close', () => killAll([...descendantsOf(process.pid), process.pid]))
