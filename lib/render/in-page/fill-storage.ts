/** Sets the items that the storage of this origin does not have. */
export const fillStorage = (
  origin: string,
  stores: Record<'localStorage' | 'sessionStorage', Record<string, string>>,
): void => {
  if (location.origin !== origin) return
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[name]
      for (const [key, value] of Object.entries(stores[name]))
        if (storage.getItem(key) === null) storage.setItem(key, value)
    } catch {
      // A sandboxed frame has no storage.
    }
  }
}
