import { type Generated, sql } from 'kysely'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import {
  bigint,
  check,
  counter,
  creating,
  initially,
  integer,
  of,
  orNull,
  text,
} from '#platform/server/db/create-table.ts'
import type { MovementType, SourceKind, Trust } from '../movement.ts'

/** Money that came into an account or left it, once, however many sources tell of it. */
export interface MovementsTable {
  id: Generated<number>
  /** The account: a payment method. */
  metodo_id: number
  sentido: 'credito' | 'debito'
  tipo: MovementType
  /** Of the smallest unit. Integers, because what is used of them is summed by the database's own CHECK. */
  centimos: number
  moneda: PayCurrency
  dia: CalendarDate
  en: Instant | null
  referencia: string
  referencia_otra: string
  /** What `referencia` is compared by (movement-tail.ts): its last eight digits at most, or `=` and an identifier; empty when there is none. */
  cola: string
  /** The end of `cola` by which it is found: six digits, or all of an identifier; empty when `cola` has fewer. */
  fin: string
  banco_origen: string
  telefono_origen: string
  documento_origen: string
  nombre_origen: string
  concepto: string
  /** Of the best source that has told of it. */
  confianza: Trust
  /** The movement before it that it may be the same as: a person looks. */
  repetida_de: number | null
  /** How much of it pays purchases; never more than there is. */
  unido: Generated<number>
  /** What a person decided of the rest. */
  estado: 'abierto' | 'devuelto' | 'ignorado'
  razon: string
  decidido_por: string
  decidido_por_id: number | null
  decidido_en: Instant | null
  visto_en: Instant
}

/** Who told of a movement, by the name that he gives it: told again, it adds nothing. */
export interface MovementSightingsTable {
  metodo_id: number
  fuente: SourceKind
  id_banco: string
  movimiento_id: number
  /** SHA-256 of what was received, or of the file. */
  crudo_sha256: string
  visto_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    movements: MovementsTable
    movement_sightings: MovementSightingsTable
  }
}

export const movementsSchema = [
  creating('2026-11-23-20-movements', async ({ table, index }) => {
    await table(
      'movements',
      {
        id: counter,
        metodo_id: of(integer, 'payment_methods.id'),
        sentido: check(text, sql`sentido in ('credito', 'debito')`),
        tipo: text,
        centimos: check(bigint, sql`centimos > 0`),
        moneda: text,
        dia: text,
        en: orNull(bigint),
        referencia: text,
        referencia_otra: text,
        cola: text,
        fin: text,
        banco_origen: text,
        telefono_origen: text,
        documento_origen: text,
        nombre_origen: text,
        concepto: text,
        confianza: check(text, sql`confianza in ('aviso', 'extracto', 'banco')`),
        repetida_de: of(orNull(bigint), 'movements.id'),
        unido: initially(bigint, 0),
        estado: check(text, sql`estado in ('abierto', 'devuelto', 'ignorado')`),
        razon: text,
        decidido_por: text,
        decidido_por_id: orNull(integer),
        decidido_en: orNull(bigint),
        visto_en: bigint,
      },
      (movement) =>
        movement
          .addCheckConstraint('movement_pays_once', sql`unido >= 0 and unido <= centimos`)
          .addCheckConstraint('movement_credit_pays', sql`sentido = 'credito' or unido = 0`)
          .addCheckConstraint('movement_decided', sql`estado = 'abierto' or unido < centimos`),
    )
    await index('movements_by_end', 'movements', ['fin', 'metodo_id'], sql`fin <> ''`)
    await index('movements_by_amount', 'movements', ['metodo_id', 'centimos', 'dia'])
    await index('movements_by_day', 'movements', ['metodo_id', 'dia', 'id'])
    await index(
      'movements_free',
      'movements',
      ['metodo_id', 'dia'],
      sql`sentido = 'credito' and estado = 'abierto' and unido < centimos`,
    )
    await table(
      'movement_sightings',
      {
        metodo_id: integer,
        fuente: text,
        id_banco: text,
        movimiento_id: of(bigint, 'movements.id'),
        crudo_sha256: text,
        visto_en: bigint,
      },
      (told) => told.addPrimaryKeyConstraint('told_once', ['metodo_id', 'fuente', 'id_banco']),
    )
    await index('movement_sightings_of', 'movement_sightings', ['movimiento_id'])
  }),
]
