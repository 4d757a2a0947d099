/** Returns the object without keys whose value is undefined. The type makes such keys optional. */
export const withoutUndefined = <T extends object>(object: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

type WithoutUndefined<T> = Omit<T, OptionalKeys<T>> & { [K in OptionalKeys<T>]?: Exclude<T[K], undefined> }
