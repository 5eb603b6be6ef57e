/** What the address of a list says of these filters; what is left empty is left out. */
export function filtersIn<Name extends string>(names: readonly Name[], search: string): Partial<Record<Name, string>> {
  const given = new URLSearchParams(search)
  const said = names.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))
  return Object.fromEntries(said)
}
