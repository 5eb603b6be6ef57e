/** Storage: until the tab is closed, or until it is dropped. */
export type KeptIn = 'sessionStorage' | 'localStorage'

/** What storage refused, in private windows and browsers inside other apps: it lasts as long as the page. */
const memory = new Map<string, string>()

/** Stores typed values as JSON. */
export function keep(where: KeptIn, name: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    globalThis[where].setItem(name, text)
  } catch {
    memory.set(where + name, text)
  }
}

export function dropKept(where: KeptIn, name: string): void {
  memory.delete(where + name)
  try {
    globalThis[where].removeItem(name)
  } catch {
    // It was never kept.
  }
}

/** The value kept under that name, of whatever shape; null if there is none or it cannot be read. */
export function readKept(where: KeptIn, name: string): unknown {
  try {
    return JSON.parse(memory.get(where + name) ?? globalThis[where].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** A key of a request that must not act twice. Also where `randomUUID` is not: over plain http in a local network. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
