import type { MethodKind } from '#payment-methods/methods.ts'
import {
  bigint,
  creatingTables,
  day,
  id,
  instant,
  integer,
  money,
  of,
  oneOf,
  orNull,
  primary,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'
import { raffles } from '#raffles/server/schema.ts'
import { reservations } from '#tickets/server/schema.ts'
import type { PurchaseState } from '../contract.ts'
import type { ProofType } from '../proof.ts'
import { paymentTables } from './payment/payment-schema.ts'
import { searchTables } from './search/search-index.ts'

/**
 * Amounts in bolívares with céntimos of their own, by the account that they are paid into, each with its last visitor. The key
 * keeps two visitors from getting the same one meanwhile.
 */
const uniqueCents = table(
  'unique_cents',
  {
    metodo_id: integer(),
    /** The whole amount, in céntimos: two prices that are near each other share none. */
    total: bigint(),
    /** Token of the hold that got it. */
    apartado: text(),
    /** The purchase that was reported with it; null before. */
    compra_id: orNull(bigint()),
    usado_en: instant(),
  },
  {
    primaryKey: { unique_cents_once: ['metodo_id', 'total'] },
    indexes: {
      unique_cents_of_hold: ['apartado'],
      unique_cents_oldest: ['metodo_id', 'usado_en', 'total'],
    },
  },
)

const centsTables = [uniqueCents] as const

export const purchases = table(
  'purchases',
  {
    id: id(),
    codigo: unique(text()),
    /** Opens the private page. */
    secreto: unique(text()),
    rifa_id: of(raffles),
    reserva_id: unique(of(reservations)),
    /** Token of the hold that it was reported with: its holder may learn the outcome. Null where there was none. */
    apartado: orNull(text()),
    estado: text<PurchaseState>(),
    /** Counts the decisions and corrections; a decision names the one that it saw. */
    version: integer(),
    nombre: text(),
    /** `V12345678` */
    cedula: text(),
    telefono: text(),
    correo: text(),
    /** As it was typed. */
    referencia: text(),
    /** As it is searched: see reference.ts. `payment_tails` has its forms for comparison. */
    referencia_normal: text(),
    /** Its last four characters: banks and shops cut references from the left. */
    referencia_final: text(),
    /** Day of the payment. */
    fecha: day(),
    metodo_pago: orNull(text<MethodKind>()),
    /** Id of the proof in force. */
    comprobante: text(),
    cantidad_tickets: integer(),
    total: money(),
    moneda: oneOf(['USD', 'VES']),
    /** Amount due, in the method's currency; null when no rate was known. */
    monto: orNull(money()),
    monto_moneda: oneOf(['VES', 'USD', 'COP']),
    /** Account shown to the buyer when reporting; empty without such a method, null where nobody asked. */
    pagado_a: orNull(text()),
    /** 1 when some page offered that method then, 0 when none did. */
    metodo_ofrecido: orNull(integer()),
    /** The method whose account was shown to the buyer; null where nobody asked, or it was not known. */
    metodo_id: orNull(integer()),
    /** Four digits of the payer's bank, `58412…` and `V12345678` of the payer, if not the buyer or if given; empty otherwise. */
    pagador_banco: text(''),
    pagador_telefono: text(''),
    pagador_cedula: text(''),
    /** Céntimos added to `monto` so that no other payment of that time has it; 0 for none. */
    centimos_unicos: integer(0),
    tasa_verificada: integer(),
    /** 1 when it came without a live hold. */
    tarde: integer(),
    terminos_version: text(),
    motivo: text(),
    creado_en: instant(),
    en_revision_desde: instant(),
    decidido_en: orNull(instant()),
    /** The operator's name at that time, and id, which the console lacks. */
    decidido_por: text(),
    decidido_por_id: orNull(integer()),
    /** Name at that time of the operator who sold it by hand; empty when the buyer reported it. */
    vendida_por: text(),
    vendida_por_id: orNull(integer()),
    /** How often its buyer corrected it, and when last. */
    correcciones: integer(0),
    corregida_en: orNull(instant()),
    /** Mark of the connection that reported it, which only the installation's key makes: fakes share it. Null once confirmed. */
    cliente: orNull(text()),
    /** 1 when it was rejected as a fake: its tickets are free and it is not corrected any more. */
    falsa: integer(0),
    /** Name and mail as they are searched: see search-text.ts. */
    nombre_normal: text(),
    correo_normal: text(),
  },
  {
    indexes: {
      purchases_in_review: { on: ['en_revision_desde', 'id'], where: `estado = 'en revision'` },
      purchases_of_person: ['cedula', 'id'],
      purchases_by_reference: ['referencia_final'],
      purchases_by_hold: { on: ['apartado'], unique: true },
      purchases_to_forget: {
        on: ['decidido_en'],
        where: `cliente is not null and estado in ('confirmado', 'anulado')`,
      },
      purchases_newest: ['creado_en', 'id'],
      purchases_alike: ['rifa_id', 'estado', 'metodo_pago', 'tasa_verificada', 'vendida_por', 'creado_en', 'id'],
      purchases_by_amount: ['monto', 'creado_en', 'id'],
      purchases_by_seller: { on: ['vendida_por_id', 'creado_en', 'id'], where: 'vendida_por_id is not null' },
      purchases_of_phone: ['telefono', 'id'],
      purchases_paid_by_phone: { on: ['pagador_telefono'], where: `pagador_telefono <> ''` },
      purchases_paid_by_person: { on: ['pagador_cedula'], where: `pagador_cedula <> ''` },
      purchases_with_own_cents: { on: ['monto'], where: `estado = 'en revision' and centimos_unicos > 0` },
      purchases_confirmed_alone: {
        on: ['rifa_id', 'decidido_en'],
        where: `decidido_por = 'sistema' and estado = 'confirmado'`,
      },
      purchases_by_total: ['total', 'creado_en', 'id'],
    },
  },
)

/** Every proof that was sent for a purchase; corrections add one. The id is the file's, which is kept of the one in force. */
export const proofs = table(
  'proofs',
  {
    id: primary(text()),
    compra_id: of(purchases),
    nombre: text(),
    tipo: text<ProofType>(),
    bytes: integer(),
    sha256: text(),
    creado_en: instant(),
  },
  {
    indexes: {
      proofs_by_content: ['sha256'],
      proofs_of_purchase: ['compra_id'],
    },
  },
)

/** Notes of operators on a purchase for each other. Its buyer never reads them. */
export const purchaseNotes = table(
  'purchase_notes',
  {
    id: id(),
    compra_id: of(purchases),
    texto: text(),
    /** The author's name at that time, and id. */
    autor: text(),
    autor_id: integer(),
    creado_en: instant(),
  },
  {
    indexes: {
      purchase_notes_of: ['compra_id'],
    },
  },
)

/** People who may not buy: their reports are taken, and the review says so. The row is deleted once they may again. */
export const blockedPeople = table('blocked_people', {
  id: id(),
  cedula: unique(text()),
  /** Null where these do not identify the person. */
  telefono: orNull(text()),
  /** As mails are searched (search-text.ts). */
  correo: orNull(text()),
  motivo: text(),
  /** The operator's name at that time, and id. */
  por: text(),
  por_id: integer(),
  en: instant(),
  /** The purchase for which it was done. */
  compra_id: orNull(of(purchases)),
})

/** The person that a purchase names, in a raffle with `registro_unico`, while it is in review or confirmed. */
export const uniqueRegistrations = table(
  'unique_registrations',
  {
    rifa_id: integer(),
    campo: oneOf(['cedula', 'telefono', 'correo']),
    valor: text(),
    /** 0 once it is confirmed, of which the primary key allows one; else that purchase's id: anybody may write anybody's data. */
    turno: bigint(),
    compra_id: bigint(),
  },
  {
    primaryKey: { registered_once: ['rifa_id', 'campo', 'valor', 'turno'] },
    indexes: {
      registrations_of: ['compra_id'],
    },
  },
)

/** Answers given once, so that a retry gets the same one instead of a second purchase. */
export const idempotency = table(
  'idempotency',
  {
    clave: primary(text()),
    huella: text(),
    respuesta: text(),
    creado_en: instant(),
  },
  {
    indexes: {
      idempotency_by_age: ['creado_en'],
    },
  },
)

const tables = [purchases, proofs, purchaseNotes, blockedPeople, uniqueRegistrations, idempotency] as const
export const purchasesSchema = [
  creatingTables('2026-11-28-11-purchases', [...tables, ...searchTables, ...paymentTables, ...centsTables]),
]
