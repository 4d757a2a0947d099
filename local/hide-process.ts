import { tmpdir } from 'node:os'
import { hideProcess } from '../lib/render/browser/sandbox.ts'

// Each function's process loads this first, because it can have the credentials of a stage, and the browsers of other functions run as the
// same user.
hideProcess(tmpdir())
