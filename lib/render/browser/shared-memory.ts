import { statfs } from 'node:fs/promises'

/** A browser with a page of 16,384 px in both directions needs less. Containers of Docker have 64 MB unless told otherwise. */
const freeBytesMin = 2 ** 30

/**
 * Returns the flag with which Chromium shares memory between its processes through files of its temporary directory, where `dir` does
 * not exist, as on Lambda, or is small. Files on a disk cost 13 % more CPU per screenshot (three pages, 24 renders each).
 */
export const sharedMemoryFlags = async (dir = '/dev/shm'): Promise<readonly string[]> => {
  const hasMemory = await statfs(dir).then(
    ({ bavail, bsize }) => bavail * bsize >= freeBytesMin,
    () => false,
  )
  return hasMemory ? [] : ['--disable-dev-shm-usage']
}
