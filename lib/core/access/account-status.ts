/** The attributes of an account that a worker reads. The roles of functions that need nothing else cannot read its keys (stacks/grants.ts). */
export const statusAttributes = ['id', 'plan', 'paid', 'closed'] as const
