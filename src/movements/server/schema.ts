import { type Generated, type Selectable, sql } from 'kysely'
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
  smallCounter,
  text,
  unique,
} from '#platform/server/db/create-table.ts'
import type { MovementType, SourceKind, Trust } from '../movement.ts'
import type { SourceCause } from '../source.ts'
import type { SourceWay } from '../source-form.ts'

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
  /** A tail that a forwarded notice alone has said, of a movement that a bank tells of otherwise: who names it is a rival, and no more. */
  cola_avisada: Generated<string>
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
  /** How much of it a person gave back, and how much he said is no purchase's. What pays, what was given back and the rest are never more than came. */
  devuelto: Generated<number>
  ignorado: Generated<number>
  /** What a person decided last of what was left; `abierto` again where a purchase let go of some of it. */
  estado: 'abierto' | 'devuelto' | 'ignorado'
  razon: string
  decidido_por: string
  decidido_por_id: number | null
  decidido_en: Instant | null
  visto_en: Instant
}

export type StoredMovement = Selectable<MovementsTable>

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

/** Who tells of an account by himself: a phone that forwards notices, a bank that calls, a bank or wallet that is asked. */
export interface MovementSourcesTable {
  id: Generated<number>
  metodo_id: number
  fuente: SourceKind
  via: SourceWay
  /** How its owner calls it, such as the phone's place. */
  nombre: string
  /** Its settings that are no secret, a JSON object of texts. */
  ajustes: string
  /** Those that are, sealed in its row (server/sources/source-store.ts); null where it has none. */
  secreto: string | null
  /** SHA-256 of what whoever tells has to show; null where he is asked. */
  token_hash: string | null
  activa: number
  /** Counted by what an owner changes. */
  version: number
  creada_en: Instant
  creada_por: string
  /** Where the next reading begins, in the words of its adapter. */
  cursor: string | null
  /** Until when everything that came in has been told; of who tells by himself, his last word. */
  leido_hasta: Instant | null
  /** When it last told something, or was read without a failure. */
  ultimo_en: Instant | null
  /** Why the last try told nothing; null when it did. */
  causa: SourceCause | null
  causa_en: Instant | null
  /** Failures since the last word. */
  fallos: Generated<number>
  /** When it is asked again, or until when whoever asks it now may be alive; null where it is not asked. */
  proximo_en: Instant | null
}

/** What whoever tells by himself sent, as it came: before it is read, and thirty days for disputes. */
export interface MovementReceiptsTable {
  id: Generated<number>
  fuente_id: number
  recibido_en: Instant
  /** SHA-256 of the body and what of its address counts: the same again is the same receipt. */
  sha256: string
  /** The body, sealed in its row. */
  cuerpo: string
  estado: 'pendiente' | 'leido' | 'ilegible' | 'prueba' | 'descartado' | 'a_mano'
  /** Why nobody could read it, or which money it is not; empty otherwise. */
  motivo: string
  veces: Generated<number>
  movimiento_id: number | null
  decidido_por: string
  decidido_por_id: number | null
  decidido_en: Instant | null
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    movements: MovementsTable
    movement_sightings: MovementSightingsTable
    movement_sources: MovementSourcesTable
    movement_receipts: MovementReceiptsTable
  }
}

/** Of which a person gave back some, or said that it is no purchase's. */
export const SET_ASIDE = sql<boolean>`devuelto + ignorado > 0`

export const movementsSchema = [
  creating('2026-11-23-20-movements', async ({ table, index }) => {
    await table<'movements', 'devuelto' | 'ignorado' | 'cola_avisada'>(
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
  creating('2026-11-23-23-decided-movements', ({ index }) =>
    index('movements_decided', 'movements', ['dia', 'id'], sql`estado <> 'abierto'`),
  ),
  creating('2026-11-23-23-free-money', async ({ index }) => {
    const free = sql`sentido = 'credito' and estado = 'abierto' and unido < centimos`
    await index('movements_free_by_time', 'movements', ['metodo_id', 'centimos', 'en'], free)
    await index(
      'movements_free_by_phone',
      'movements',
      ['telefono_origen', 'centimos'],
      sql`${free} and telefono_origen <> ''`,
    )
    await index(
      'movements_free_by_person',
      'movements',
      ['documento_origen', 'centimos'],
      sql`${free} and documento_origen <> ''`,
    )
  }),
  creating('2026-11-23-24-sources', async ({ table, index }) => {
    await table('movement_sources', {
      id: smallCounter,
      metodo_id: of(integer, 'payment_methods.id'),
      fuente: text,
      via: check(text, sql`via in ('aviso', 'webhook', 'lectura')`),
      nombre: text,
      ajustes: text,
      secreto: orNull(text),
      token_hash: unique(orNull(text)),
      activa: check(integer, sql`activa in (0, 1)`),
      version: integer,
      creada_en: bigint,
      creada_por: text,
      cursor: orNull(text),
      leido_hasta: orNull(bigint),
      ultimo_en: orNull(bigint),
      causa: orNull(text),
      causa_en: orNull(bigint),
      fallos: initially(integer, 0),
      proximo_en: orNull(bigint),
      // Until 2026-11-27-97-sources.
      ...{ ocupada_hasta: orNull(bigint) },
    })
    await table(
      'movement_receipts',
      {
        id: counter,
        fuente_id: of(integer, 'movement_sources.id'),
        recibido_en: bigint,
        sha256: text,
        cuerpo: text,
        estado: check(text, sql`estado in ('pendiente', 'leido', 'ilegible', 'prueba', 'descartado', 'a_mano')`),
        motivo: text,
        veces: initially(integer, 1),
        movimiento_id: of(orNull(bigint), 'movements.id'),
        decidido_por: text,
        decidido_por_id: orNull(integer),
        decidido_en: orNull(bigint),
      },
      (receipt) => receipt.addUniqueConstraint('movement_receipts_once', ['fuente_id', 'sha256']),
    )
    await index('movement_receipts_waiting', 'movement_receipts', ['id'], sql`estado = 'pendiente'`)
    await index('movement_receipts_unread', 'movement_receipts', ['id'], sql`estado = 'ilegible'`)
    await index('movement_receipts_old', 'movement_receipts', ['recibido_en'])
  }),
  creating('2026-11-24-02-set-aside', async ({ columns, index, run }) => {
    await columns('movements', { devuelto: check(initially(bigint, 0), sql`devuelto >= 0`) })
    const all = sql`ignorado >= 0 and unido + devuelto + ignorado <= centimos`
    await columns('movements', { ignorado: check(initially(bigint, 0), all) })
    await run(sql`update movements set devuelto = centimos - unido where estado = 'devuelto'`)
    await run(sql`update movements set ignorado = centimos - unido where estado = 'ignorado'`)
    await run(sql`drop index movements_decided`)
    await index('movements_set_aside', 'movements', ['dia', 'id'], SET_ASIDE)
  }),
  creating('2026-11-24-03-notified-tail', ({ columns }) => columns('movements', { cola_avisada: initially(text, '') })),
  creating('2026-11-27-97-sources', ({ run }) => run(sql`alter table movement_sources drop column ocupada_hasta`)),
]
