/** Storage: until the tab is closed, or until it is dropped. */
export type KeptIn = 'sessionStorage' | 'localStorage'

/** Stores typed values as JSON. Without storage they last as long as the page. */
export function keep(where: KeptIn, name: string, value: unknown): void {
  try {
    window[where].setItem(name, JSON.stringify(value))
  } catch {
    // Private windows and full disks refuse.
  }
}

export function dropKept(where: KeptIn, name: string): void {
  try {
    window[where].removeItem(name)
  } catch {
    // It was never kept.
  }
}

/** The value kept under that name, of whatever shape; null if there is none or it cannot be read. */
export function readKept(where: KeptIn, name: string): unknown {
  try {
    return JSON.parse(window[where].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** A key of a request that must not act twice. Also where `randomUUID` is not: over plain http in a local network. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
