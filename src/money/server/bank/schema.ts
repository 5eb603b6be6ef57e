import { type Selectable, sql } from 'kysely'
import { paymentMethods } from '#payment-methods/server/schema.ts'
import type { PayCurrency } from '#platform/money.ts'
import {
  bigint,
  check,
  creatingTables,
  day,
  id,
  instant,
  integer,
  of,
  onlyOneOf,
  orNull,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { MovementType, SourceKind } from '../../movement.ts'
import type { SourceCause } from '../../source.ts'

/** Money that came into an account or left it, once, however many sources report it. */
export const movements = table(
  'movements',
  {
    id: id(),
    /** The account: a payment method. */
    metodo_id: of(paymentMethods),
    sentido: onlyOneOf(['credito', 'debito']),
    tipo: text<MovementType>(),
    /** Of the smallest unit. Integers, because the database's own CHECK sums the used parts. */
    centimos: check(bigint(), (it) => `${it} > 0`),
    moneda: text<PayCurrency>(),
    dia: day(),
    en: orNull(instant()),
    referencia: text(),
    referencia_otra: text(),
    /** Key that compares `referencia` (movement-tail.ts): its last eight digits at most, or `=` and an identifier; empty when there is none. */
    cola: text(),
    /** The end of `cola` by which it is found: six digits, or all of an identifier; empty when `cola` has fewer. */
    fin: text(),
    /** A tail that a forwarded notice gives too. Where the bank reports another one, a report that names it is a rival, and no more. */
    cola_avisada: text(''),
    banco_origen: text(),
    telefono_origen: text(),
    documento_origen: text(),
    nombre_origen: text(),
    concepto: text(),
    /** Of the best source that has reported it. */
    confianza: onlyOneOf(['aviso', 'extracto', 'banco']),
    /** The movement before it that it may be the same as: a person looks. */
    repetida_de: orNull(bigint()),
    /** How much of it pays purchases; never more than there is. */
    unido: bigint(0),
    /** The part that a person gave back, and the part declared as no purchase's. Paid, returned and left are never more than came. */
    devuelto: check(bigint(0), (it) => `${it} >= 0`),
    ignorado: bigint(0),
    /** A person's last decision about the rest; `abierto` again where a purchase let go of some of it. */
    estado: onlyOneOf(['abierto', 'devuelto', 'ignorado']),
    razon: text(),
    decidido_por: text(),
    decidido_por_id: orNull(integer()),
    decidido_en: orNull(instant()),
    visto_en: instant(),
  },
  {
    checks: {
      movement_pays_once: 'unido >= 0 and unido <= centimos',
      movement_credit_pays: `sentido = 'credito' or unido = 0`,
      movement_decided: `estado = 'abierto' or unido < centimos`,
      movements_check: 'ignorado >= 0 and unido + devuelto + ignorado <= centimos',
    },
    foreignKeys: {
      movements_repetida_de_fkey: { columns: ['repetida_de'], of: 'itself', to: ['id'] },
    },
    indexes: {
      movements_by_end: { on: ['fin', 'metodo_id'], where: `fin <> ''` },
      movements_by_amount: ['metodo_id', 'centimos', 'dia'],
      movements_by_day: ['metodo_id', 'dia', 'id'],
      movements_free: {
        on: ['metodo_id', 'dia'],
        where: `sentido = 'credito' and estado = 'abierto' and unido < centimos`,
      },
      movements_free_by_time: {
        on: ['metodo_id', 'centimos', 'en'],
        where: `sentido = 'credito' and estado = 'abierto' and unido < centimos`,
      },
      movements_free_by_phone: {
        on: ['telefono_origen', 'centimos'],
        where: `sentido = 'credito' and estado = 'abierto' and unido < centimos and telefono_origen <> ''`,
      },
      movements_free_by_person: {
        on: ['documento_origen', 'centimos'],
        where: `sentido = 'credito' and estado = 'abierto' and unido < centimos and documento_origen <> ''`,
      },
      movements_repeated: { on: ['repetida_de'], where: 'repetida_de is not null' },
      movements_set_aside: { on: ['dia', 'id'], where: 'devuelto + ignorado > 0' },
    },
  },
)

export type StoredMovement = Selectable<Tables['movements']>
export type StoredSighting = Selectable<Tables['movement_sightings']>

/** Sources of a movement, by the name that each gives it: reported again, it adds nothing. */
export const movementSightings = table(
  'movement_sightings',
  {
    metodo_id: integer(),
    fuente: text<SourceKind>(),
    id_banco: text(),
    movimiento_id: of(movements),
    /**
     * SHA-256 of the received bytes, or of the file, with eight digits of the SHA-256 of its map. After a space those of later files that
     * have it too, four in all. `~` before it: nothing ties this word to its movement (confirm-movement.ts).
     */
    crudo_sha256: text(),
    /** Its number, the end of its other number, and the rest of its words (sightings.ts): the movement keeps the first of each. */
    cola: text(''),
    fin: text(''),
    fin_otra: text(''),
    dicho: text(''),
    visto_en: instant(),
  },
  {
    primaryKey: { told_once: ['metodo_id', 'fuente', 'id_banco'] },
    indexes: {
      movement_sightings_of: ['movimiento_id'],
      movement_sightings_by_end: { on: ['fin'], where: `fin <> ''` },
      movement_sightings_by_other: { on: ['fin_otra'], where: `fin_otra <> ''` },
    },
  },
)

/** Sources of an account: a phone that forwards notices, a bank that calls, a bank or wallet that is polled. */
export const movementSources = table(
  'movement_sources',
  {
    id: id('small'),
    metodo_id: of(paymentMethods),
    fuente: text<SourceKind>(),
    via: onlyOneOf(['aviso', 'webhook', 'lectura']),
    /** How its owner calls it, such as the phone's place. */
    nombre: text(),
    /** Its settings that are no secret, a JSON object of texts. */
    ajustes: text(),
    /** Those that are, sealed in its row (server/sources/source-store.ts); null where it has none. */
    secreto: orNull(text()),
    /** SHA-256 of the key that the sender has to show; null for a polled source. */
    token_hash: orNull(unique(text())),
    activa: check(integer(), (it) => `${it} in (0, 1)`),
    /** Counts an owner's changes. */
    version: integer(),
    creada_en: instant(),
    creada_por: text(),
    /** Where the next reading begins, in the words of its adapter. */
    cursor: orNull(text()),
    /** Until when everything that came in has been reported; of a calling source, its last message. */
    leido_hasta: orNull(instant()),
    /** When it last reported something, or was read without a failure. */
    ultimo_en: orNull(instant()),
    /** Why the last try brought nothing; null when it did. */
    causa: orNull(text<SourceCause>()),
    causa_en: orNull(instant()),
    /** Failures since the last word. */
    fallos: integer(0),
    /** When it is polled again, or until when the polling process may be alive; null where it is not polled. */
    proximo_en: orNull(instant()),
  },
  // No bank wants a longer pause.
  { deadlines: [{ column: 'proximo_en', most: 25 * 3_600_000 }] },
)

/** Messages of calling sources, as they came: before they are read, and thirty days for disputes. */
export const movementReceipts = table(
  'movement_receipts',
  {
    id: id(),
    fuente_id: of(movementSources),
    recibido_en: instant(),
    /** SHA-256 of the body and of the relevant part of its address: the same again is the same receipt. */
    sha256: text(),
    /** The body, sealed in its row. */
    cuerpo: text(),
    estado: onlyOneOf(['pendiente', 'leido', 'ilegible', 'prueba', 'descartado', 'a_mano']),
    /** Why nobody could read it, or which money it is not; empty otherwise. */
    motivo: text(),
    veces: integer(1),
    movimiento_id: orNull(of(movements)),
    decidido_por: text(),
    decidido_por_id: orNull(integer()),
    decidido_en: orNull(instant()),
  },
  {
    unique: { movement_receipts_once: ['fuente_id', 'sha256'] },
    indexes: {
      movement_receipts_waiting: { on: ['id'], where: `estado = 'pendiente'` },
      movement_receipts_unread: { on: ['id'], where: `estado = 'ilegible'` },
      movement_receipts_old: ['recibido_en'],
    },
  },
)

/** A statement that was imported, or is being. */
const statementImports = table(
  'statement_imports',
  {
    id: id(),
    metodo_id: of(paymentMethods),
    /** Name of the file, as its owner has it. */
    archivo: text(),
    /** SHA-256 of the file: its movements have it too (movement_sightings). */
    sha256: text(),
    formato: text(),
    leidos: integer(),
    nuevos: integer(0),
    repetidos: integer(0),
    conocidos: integer(0),
    posibles: integer(0),
    rechazados: integer(),
    omitidos: integer(),
    /** Rows that are done, of those that can be read. */
    hechos: integer(0),
    desde: orNull(day()),
    hasta: orNull(day()),
    /** Until when its money in is known: the end of its newest day, or when it was imported on that day. */
    leido_hasta: orNull(instant()),
    por: text(),
    por_id: orNull(integer()),
    empezado_en: instant(),
    /** Null during the import, and for ever if its process ended: imported again it adds the missing rows. */
    terminado_en: orNull(instant()),
  },
  {
    indexes: {
      statement_imports_of: ['metodo_id', 'id'],
    },
  },
)

/** Columns of a movement that nobody has decided about. */
export const UNDECIDED = {
  devuelto: 0,
  ignorado: 0,
  estado: 'abierto',
  razon: '',
  decidido_por: '',
  decidido_por_id: null,
  decidido_en: null,
} as const

/** Meaning of each column, by a person's choice for an account's statements. */
const statementMaps = table(
  'statement_maps',
  {
    metodo_id: of(paymentMethods),
    /** Names of the columns (reading/find-columns.ts), or the contents of those without names (reading/sheet-shape.ts). */
    huella: text(),
    /** A column map, JSON. */
    mapa: text(),
    cambiado_en: instant(),
  },
  {
    primaryKey: { statement_maps_once: ['metodo_id', 'huella'] },
  },
)

/** Those that a person returned in part, or declared as no purchase's. */
export const SET_ASIDE = sql<boolean>`devuelto + ignorado > 0`

const tables = [
  movements,
  movementSightings,
  movementSources,
  movementReceipts,
  statementImports,
  statementMaps,
] as const
export const movementsSchema = [creatingTables('2026-11-28-12-movements', tables)]
