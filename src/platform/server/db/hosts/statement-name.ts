import { createHash } from 'node:crypto'

const names = new Map<string, string>()

/** The same text has the same name, so that a connection parses and plans it once. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    // Lists of values make texts of many lengths; rare ones need not be remembered.
    if (names.size > 1_000) names.clear()
    names.set(text, name)
  }
  return name
}
