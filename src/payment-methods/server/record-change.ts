import { noteInSite, type Telling } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { MethodRow } from './store.ts'

/** The journal's names of the deeds whose last line has the data to restore (find-altered.ts). */
export const METHOD_DEEDS = {
  changed: 'método de pago cambiado',
  created: 'método de pago creado',
  deleted: 'método de pago borrado',
} as const

export interface MethodChange {
  deed: keyof typeof METHOD_DEEDS
  en: Instant
  actor: Telling
  /** Empty on the command line, and of the first account. */
  motivo?: string | undefined
  antes: MethodRow | null
  ahora: MethodRow | null
}

/** Records the old and the new state of a method, in the transaction that changes it. */
export async function recordChange(tx: Sql, change: MethodChange): Promise<void> {
  const { deed, en, actor, motivo, antes, ahora } = change
  const id = (ahora ?? antes)?.id
  const datos = { id, ...(motivo ? { motivo } : {}), antes, ahora }
  await noteInSite(tx, en, actor, METHOD_DEEDS[deed], datos, { payment_methods: id === undefined ? [] : [id] })
}
