import { connect } from 'node:net'
import { workerData } from 'node:worker_threads'
import { descendantsOf, killAll } from '../process-tree.ts'

// Runs in a thread of its own, so that a handler in a busy loop cannot outlive its host either. The connection carries nothing:
// it closes when the host ends for any reason, and this process and every process that it started must then end.

const { address } = workerData as { address: string }
const [host, port] = address.split(':')

connect(Number(port), host)
  .on('error', () => {})
  .on('close', () => killAll([...descendantsOf(process.pid), process.pid]))
