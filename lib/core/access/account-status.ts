/** The attributes of an account that a worker reads. The roles of functions that need nothing else cannot read its keys (stacks/grants.ts). */
export const statusAttributes = ['id', 'plan', 'paid', 'closed'] as const

/** The attributes of an account whose changes its `keyGeneration` counts. */
export const keyAttributes = ['keys', 'accessKeyHash', 'secretKey', 'signedRequests'] as const

/** The attributes that a change of them names. The roles of the API's functions cannot write any other attribute of an account (stacks/grants.ts). */
export const keyChangeAttributes = ['id', 'closed', 'keyGeneration', ...keyAttributes] as const
