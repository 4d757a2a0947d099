/// <reference lib="dom" />

/**
 * The members of a node. The type is not a node, because for a form the value is a proxy, which DOM methods do not accept.
 */
export type Unclobbered<Target extends Node> = Omit<Target, 'nodeType'> & { readonly isUnclobbered: never }

declare global {
  /** Available to every function of this folder. `lib/render/page/in-page-source.ts` defines it. */
  const unclobbered: <Target extends Node>(node: Target) => Unclobbered<Target>
}

/**
 * Returns the members of a node as the DOM defines them. A form returns its fields in place of its own members, in an isolated
 * world as well: `<input name="style">` replaces the `style` of its form. Read every node that might be a form through this
 * function. https://html.spec.whatwg.org/#the-form-element, LegacyOverrideBuiltIns
 */
export const readUnclobbered = <Target extends Node>(node: Target): Unclobbered<Target> => {
  const prototype = Object.getPrototypeOf(node)
  // A form of another frame is not an instance of this frame's constructor.
  if (prototype[Symbol.toStringTag] !== 'HTMLFormElement') return node as unknown as Unclobbered<Target>
  return new Proxy(node, {
    get: (_form, name) => {
      const value = Reflect.get(prototype, name, node)
      return typeof value === 'function' ? value.bind(node) : value
    },
    set: (_form, name, value) => Reflect.set(prototype, name, value, node),
  }) as unknown as Unclobbered<Target>
}
