import type { Operation } from '../../lib/schema/operations.ts'

/** Returns the name of the page of an operation, without its extension. */
export const pageNameOf = ({ id }: Pick<Operation, 'id'>): string => id.replaceAll('_', '-')
