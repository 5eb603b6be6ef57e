/** The filters in the address of a list; empty ones are left out. */
export function filtersIn<Name extends string>(names: readonly Name[], search: string): Partial<Record<Name, string>> {
  const given = new URLSearchParams(search)
  const said = names.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))
  return Object.fromEntries(said)
}
