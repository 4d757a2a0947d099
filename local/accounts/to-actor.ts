import { hostname, userInfo } from 'node:os'

/** Returns who runs a command. A container can run it as a user that has no name. */
export const toActor = (readUser: () => { username: string } = userInfo): string => {
  try {
    return `${readUser().username}@${hostname()}`
  } catch {
    return `uid ${process.getuid?.()}@${hostname()}`
  }
}
