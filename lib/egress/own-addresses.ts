import { networkInterfaces } from 'node:os'

/** Returns the addresses of this machine's network interfaces. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
