/** Returns the key of an entry that belongs to an account, in a table whose keys are hashes. Ids of accounts have no `#`. */
export const toOwnKey = (accountId: string, name: string): string => `${accountId}#${name}`
