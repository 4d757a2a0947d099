import { becomeUnprivileged } from '../support/unprivileged.ts'

becomeUnprivileged()
