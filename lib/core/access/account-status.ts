/** The attributes of an account that a worker reads. The roles of functions that need nothing else cannot read its keys (stacks/grants.ts). */
export const statusAttributes = ['id', 'plan', 'limits', 'paid', 'closed', 'storage', 'alerts'] as const

/** The attributes of an account whose changes its `keyGeneration` counts. */
export const keyAttributes = ['keys', 'accessKeyHash', 'secretKey', 'signedRequests'] as const

const everyChange = ['id', 'closed', 'keyGeneration'] as const

/** The attributes that a change of them names. The roles of the API's functions cannot write any other attribute of an account (stacks/grants.ts). */
export const keyChangeAttributes = [...everyChange, ...keyAttributes] as const

/** The same for a change of the storage, which `keyGeneration` counts too. */
export const storageChangeAttributes = [...everyChange, 'storage', 'externalId'] as const

/** The same for a change of the subscriptions. */
export const subscriptionChangeAttributes = ['id', 'closed', 'alerts', 'subscriptions'] as const
