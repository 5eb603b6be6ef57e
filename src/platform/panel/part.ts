import { type ComponentType, lazy } from 'react'

/**
 * A component that is loaded when it is drawn.
 * @param name of the component in its module. @param without drawn where the module does not load; if left out, the error is thrown.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React has it; the properties are those of the component.
export function part<Name extends string, Module extends { [key in Name]: ComponentType<any> }>(
  load: () => Promise<Module>,
  name: Name,
  without?: Module[Name],
) {
  return lazy(async () => {
    const module = await load().catch((error: unknown) => {
      if (!without) throw error
    })
    return { default: module?.[name] ?? (without as Module[Name]) }
  })
}
