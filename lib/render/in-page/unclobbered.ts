/// <reference lib="dom" />

/**
 * The members of a node. It is not itself a node as far as the compiler knows: for a form it is a proxy, which no DOM method
 * accepts in place of the form.
 */
export type Unclobbered<Target extends Node> = Omit<Target, 'nodeType'> & { readonly isUnclobbered: never }

declare global {
  /** In the scope of every function of this folder. `lib/render/page/in-page-source.ts` puts it there. */
  const unclobbered: <Target extends Node>(node: Target) => Unclobbered<Target>
}

/**
 * Returns the members of a node as the DOM defines them. A form returns its fields in place of its own members, in an isolated
 * world as well: `<input name="style">` replaces the `style` of its form. Read every node that might be a form through this
 * function. https://html.spec.whatwg.org/#the-form-element, LegacyOverrideBuiltIns
 */
export const readUnclobbered = <Target extends Node>(node: Target): Unclobbered<Target> => {
  const prototype = Object.getPrototypeOf(node)
  // A form of another frame is no instance of this frame's constructor.
  if (prototype[Symbol.toStringTag] !== 'HTMLFormElement') return node as unknown as Unclobbered<Target>
  return new Proxy(node, {
    get: (_form, name) => {
      const value = Reflect.get(prototype, name, node)
      return typeof value === 'function' ? value.bind(node) : value
    },
    set: (_form, name, value) => Reflect.set(prototype, name, value, node),
  }) as unknown as Unclobbered<Target>
}
