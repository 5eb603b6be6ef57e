import { type Generated, sql } from 'kysely'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Money } from '#platform/money.ts'
import type { ProofType } from '#platform/proof-type.ts'
import {
  bigint,
  counter,
  creating,
  initially,
  integer,
  of,
  orNull,
  primary,
  text,
  unique,
} from '#platform/server/db/create-table.ts'
import type { PurchaseState } from '../contract.ts'
import { createPayments } from './payment/payment-schema.ts'
import { createSearch } from './search/search-schema.ts'

export interface PurchasesTable {
  id: Generated<number>
  codigo: string
  /** Opens the private page. */
  secreto: string
  rifa_id: number
  reserva_id: number
  /** Token of the hold that it was reported with: whoever has it is told what became of it. Null where there was none. */
  apartado: string | null
  estado: PurchaseState
  /** Counts the decisions and corrections; a decision names the one that it saw. */
  version: number
  nombre: string
  /** `V12345678` */
  cedula: string
  telefono: string
  correo: string
  /** As it was typed. */
  referencia: string
  /** As it is searched: see reference.ts. What it is compared by is in `payment_tails`. */
  referencia_normal: string
  /** Its last four characters: banks and shops cut references from the left. */
  referencia_final: string
  /** Day of the payment. */
  fecha: CalendarDate
  metodo_pago: MethodKind | null
  /** Id of the proof in force. */
  comprobante: string
  cantidad_tickets: number
  total: Money
  moneda: 'USD' | 'VES'
  /** What was to be paid, in the method's currency; null when no rate was known. */
  monto: Money | null
  monto_moneda: 'VES' | 'USD' | 'COP'
  /** Where the buyer was told to pay when he reported; empty without such a method, null where nobody asked. */
  pagado_a: string | null
  /** 1 when some page offered that method then, 0 when none did. */
  metodo_ofrecido: number | null
  /** The method whose account he was told to pay into; null where nobody asked, or it was not known. */
  metodo_id: number | null
  /** Four digits of the bank that he paid from, `58412…` and `V12345678` of who paid, where it was not the buyer himself or he said so; empty otherwise. */
  pagador_banco: Generated<string>
  pagador_telefono: Generated<string>
  pagador_cedula: Generated<string>
  /** Céntimos that were added to `monto` so that no other payment of then has it; 0 for none. */
  centimos_unicos: Generated<number>
  tasa_verificada: number
  /** 1 when it came without a live hold. */
  tarde: number
  terminos_version: string
  motivo: string
  creado_en: Instant
  en_revision_desde: Instant
  decidido_en: Instant | null
  /** The name that he had then and his id, which the console has not. */
  decidido_por: string
  decidido_por_id: number | null
  /** The name that the operator who sold it by hand had then; empty when the buyer reported it himself. */
  vendida_por: string
  vendida_por_id: number | null
  /** How often its buyer corrected it, and when last. */
  correcciones: Generated<number>
  corregida_en: Instant | null
  /** Whose connection reported it, as a short code that only the installation's key makes: fakes share it. Null once confirmed. */
  cliente: string | null
  /** 1 when it was rejected as a fake: its tickets are free and it is not corrected any more. */
  falsa: Generated<number>
  /** Name and mail as they are searched: see search-text.ts. */
  nombre_normal: string
  correo_normal: string
}

/** Every proof that was sent for a purchase; corrections add one. The id is the file's, which is kept of the one in force. */
export interface ProofsTable {
  id: string
  compra_id: number
  nombre: string
  tipo: ProofType
  bytes: number
  sha256: string
  creado_en: Instant
}

/** What operators write of a purchase for each other. Its buyer never reads it. */
export interface PurchaseNotesTable {
  id: Generated<number>
  compra_id: number
  texto: string
  /** The name that he had then, and his id. */
  autor: string
  autor_id: number
  creado_en: Instant
}

/** Who may not buy: a report of his is taken, and its review says so. Gone once he may again. */
export interface BlockedPeopleTable {
  id: Generated<number>
  cedula: string
  /** Null where these do not tell him. */
  telefono: string | null
  /** As mails are searched (search-text.ts). */
  correo: string | null
  motivo: string
  /** The name that he had then, and his id. */
  por: string
  por_id: number
  en: Instant
  /** The purchase for which it was done. */
  compra_id: number | null
}

/** Who a purchase says that it is of, in a raffle with `registro_unico`, while it is in review or confirmed. */
export interface UniqueRegistrationsTable {
  rifa_id: number
  campo: 'cedula' | 'telefono' | 'correo'
  valor: string
  /** 0 once it is confirmed, of which the primary key allows one; else that purchase's id: anybody may write anybody's data. */
  turno: number
  compra_id: number
}

/** Answers given once, so that a retry gets the same one instead of a second purchase. */
export interface IdempotencyTable {
  clave: string
  huella: string
  respuesta: string
  creado_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    purchases: PurchasesTable
    proofs: ProofsTable
    unique_registrations: UniqueRegistrationsTable
    purchase_notes: PurchaseNotesTable
    blocked_people: BlockedPeopleTable
    idempotency: IdempotencyTable
  }
}

/** Where the money of a purchase comes from and goes to, which a step of later adds. */
type LaterColumns = 'metodo_id' | 'pagador_banco' | 'pagador_telefono' | 'pagador_cedula' | 'centimos_unicos'

export const purchasesSchema = [
  creating('2026-11-22-10-purchases', async (creator) => {
    const { table, index, uniqueIndex } = creator
    await table<'purchases', 'decidido_por_id' | 'vendida_por_id' | LaterColumns>('purchases', {
      id: counter,
      codigo: unique(text),
      secreto: unique(text),
      rifa_id: of(integer, 'raffles.id'),
      reserva_id: of(unique(bigint), 'reservations.id'),
      apartado: orNull(text),
      estado: text,
      version: integer,
      nombre: text,
      cedula: text,
      telefono: text,
      correo: text,
      referencia: text,
      referencia_normal: text,
      referencia_final: text,
      fecha: text,
      metodo_pago: orNull(text),
      comprobante: text,
      cantidad_tickets: integer,
      total: text,
      moneda: text,
      monto: orNull(text),
      monto_moneda: text,
      pagado_a: orNull(text),
      metodo_ofrecido: orNull(integer),
      tasa_verificada: integer,
      tarde: integer,
      terminos_version: text,
      motivo: text,
      creado_en: bigint,
      en_revision_desde: bigint,
      decidido_en: orNull(bigint),
      decidido_por: text,
      vendida_por: text,
      correcciones: initially(integer, 0),
      corregida_en: orNull(bigint),
      cliente: orNull(text),
      falsa: initially(integer, 0),
      nombre_normal: text,
      correo_normal: text,
    })
    await index('purchases_in_review', 'purchases', ['en_revision_desde', 'id'], sql`estado = 'en revision'`)
    await index('purchases_of_person', 'purchases', ['cedula', 'id'])
    await index('purchases_by_reference', 'purchases', ['referencia_final'])
    await uniqueIndex('purchases_by_hold', 'purchases', ['apartado'])
    const judged = sql`cliente is not null and estado in ('confirmado', 'anulado')`
    await index('purchases_to_forget', 'purchases', ['decidido_en'], judged)

    await table('proofs', {
      id: primary(text),
      compra_id: of(bigint, 'purchases.id'),
      nombre: text,
      tipo: text,
      bytes: integer,
      sha256: text,
      creado_en: bigint,
    })
    await index('proofs_by_content', 'proofs', ['sha256'])
    await index('proofs_of_purchase', 'proofs', ['compra_id'])
    await table(
      'unique_registrations',
      { rifa_id: integer, campo: text, valor: text, turno: bigint, compra_id: bigint },
      (once) => once.addPrimaryKeyConstraint('registered_once', ['rifa_id', 'campo', 'valor', 'turno']),
    )
    await index('registrations_of', 'unique_registrations', ['compra_id'])
    await table('idempotency', { clave: primary(text), huella: text, respuesta: text, creado_en: bigint })
    await index('idempotency_by_age', 'idempotency', ['creado_en'])
    await createSearch(creator)
    await createPayments(creator)
  }),
  creating('2026-11-23-02-purchase-actors', ({ columns }) =>
    columns('purchases', { decidido_por_id: orNull(integer), vendida_por_id: orNull(integer) }),
  ),
  creating('2026-11-23-19-payers', ({ columns }) =>
    columns('purchases', {
      metodo_id: orNull(integer),
      pagador_banco: initially(text, ''),
      pagador_telefono: initially(text, ''),
      pagador_cedula: initially(text, ''),
      centimos_unicos: initially(integer, 0),
    }),
  ),
  creating('2026-11-23-23-claims', async ({ index }) => {
    await index('purchases_of_phone', 'purchases', ['telefono', 'id'])
    await index('purchases_paid_by_phone', 'purchases', ['pagador_telefono'], sql`pagador_telefono <> ''`)
    await index('purchases_paid_by_person', 'purchases', ['pagador_cedula'], sql`pagador_cedula <> ''`)
    const own = sql`estado = 'en revision' and centimos_unicos > 0`
    await index('purchases_with_own_cents', 'purchases', ['monto'], own)
  }),
  creating('2026-11-23-23-confirmed-alone', ({ index }) =>
    index(
      'purchases_confirmed_alone',
      'purchases',
      ['rifa_id', 'decidido_en'],
      sql`decidido_por = 'sistema' and estado = 'confirmado'`,
    ),
  ),
  creating('2026-11-23-13-purchase-amounts', ({ index }) =>
    index('purchases_by_amount', 'purchases', ['monto', 'creado_en', 'id']),
  ),
  creating('2026-11-25-70-purchase-totals', ({ index }) =>
    index('purchases_by_total', 'purchases', ['total', 'creado_en', 'id']),
  ),
  creating('2026-11-23-16-people-sold', ({ index }) =>
    index('purchases_by_seller', 'purchases', ['vendida_por_id', 'creado_en', 'id'], sql`vendida_por_id is not null`),
  ),
  creating('2026-11-23-16-people-who-may-not', ({ table }) =>
    table('blocked_people', {
      id: counter,
      cedula: unique(text),
      telefono: orNull(text),
      correo: orNull(text),
      motivo: text,
      por: text,
      por_id: integer,
      en: bigint,
      compra_id: of(orNull(bigint), 'purchases.id'),
    }),
  ),
  creating('2026-11-23-13-purchase-notes', async ({ table, index }) => {
    await table('purchase_notes', {
      id: counter,
      compra_id: of(bigint, 'purchases.id'),
      texto: text,
      autor: text,
      autor_id: integer,
      creado_en: bigint,
    })
    await index('purchase_notes_of', 'purchase_notes', ['compra_id'])
  }),
]
