import type { CedulaPrefix } from '../../cedula.ts'
import type { PersonFields } from '../../rules.ts'

/** What the visitor has typed. `fecha` is empty while it is today; the file is never part of it. */
export interface Draft extends PersonFields {
  prefijo: CedulaPrefix
}
