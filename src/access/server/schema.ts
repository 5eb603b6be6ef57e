import type { Instant } from '#platform/clock.ts'
import { bigint, creating, of, primary, text } from '#platform/server/db/create-table.ts'

export interface OperatorSessionsTable {
  /** SHA-256 of the cookie's value: whoever reads the table cannot sign in with it. */
  token_hash: string
  operador_id: number
  creado_en: Instant
  usado_en: Instant
  caduca_en: Instant
  /** Names the session in the list of its operator; it opens nothing. */
  id: string
  /** Where it was opened from: its address, and its browser in words. */
  ip: string
  equipo: string
}

/** A browser in which this operator has signed in before; strangers who exhaust his guesses do not lock it out. */
export interface OperatorDevicesTable {
  token_hash: string
  operador_id: number
  usado_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    operator_sessions: OperatorSessionsTable
    operator_devices: OperatorDevicesTable
  }
}

/** What goes with its operator, whose row is the room `operators`' to write. */
const own = of(bigint, 'operators.id', 'cascade')

export const accessSchema = [
  creating('2026-11-22-13-access', async ({ table, index }) => {
    await table('operator_sessions', {
      token_hash: primary(text),
      operador_id: own,
      creado_en: bigint,
      usado_en: bigint,
      caduca_en: bigint,
      id: text,
      ip: text,
      equipo: text,
    })
    await index('operator_sessions_operator', 'operator_sessions', ['operador_id'])
    await table('operator_devices', { token_hash: text, operador_id: own, usado_en: bigint }, (devices) =>
      devices.addPrimaryKeyConstraint('operator_devices_key', ['token_hash', 'operador_id']),
    )
  }),
]
