import type { Draft } from './typed.ts'

/** Where the buyer's own data wait for his next purchase, when he wanted that; `no` when he did not. */
export const OWN_DATA = 'mis-datos'

/** What he let this phone keep of him; nothing where he did not. */
export function readOwnData(): Partial<Draft> {
  try {
    return JSON.parse(localStorage.getItem(OWN_DATA) ?? '{}')
  } catch {
    return {}
  }
}
