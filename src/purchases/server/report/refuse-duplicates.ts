import { type AppError, refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { findReported, listReported, type ReportedWhole } from '../payment/payment-store.ts'
import { deleteRegistrations, insertRegistrations, isRegistered, listRegistered, type Registered } from '../store.ts'
import type { Report } from './read-report.ts'

type Person = Pick<Report, 'cedula' | 'telefono' | 'correo'>
type Payment = Pick<Report, 'referencia' | 'metodo_pago'>
type Known = Person & { id: number }
type Purchase = Known & ReportedWhole & Pick<Registered, 'estado'>

const ONCE = ['cedula', 'telefono', 'correo'] as const

/** Fields that are equal when the same person repeats a report from the same connection. A stranger who knows all of them gets no code. */
const SECOND_TAB = ['rifa_id', 'cantidad_tickets', 'telefono', 'correo', 'cliente'] as const

/** The caller: a visitor by the mark of the connection, null where it is not known; or an operator. */
export type Asker = { cliente: string | null } | 'operador'

/** Earlier reports that may be of somebody who reports now. */
export interface Earlier {
  payments: ReportedWhole[]
  /** In a raffle with `registro_unico`. */
  registered: Registered[]
}

/** @param exceptId a purchase that is none of them. */
export async function readEarlier(
  tx: Sql,
  raffle: Raffle,
  reports: readonly (Person & Payment)[],
  exceptId = 0,
): Promise<Earlier> {
  const once = raffle.registro_unico === 1 ? reports : []
  const [payments, ...registered] = await Promise.all([
    listReported(tx, reports),
    ...once.map((report) => listRegistered(tx, raffle.id, valuesOf(report), exceptId)),
  ])
  return { payments, registered: registered.flat() }
}

/**
 * Refuses a payment that the same person reported before, and in a raffle with `registro_unico` a person who takes part
 * already. A stranger's equal reference is no reason: typing it first must not block the real payer. Neither are a stranger's
 * cédula, phone and mail. A visitor is told of a confirmed cédula, which the lookup tells anybody, and of reports
 * from the same connection; the rest is shown at the desk (docs/decisions/034-same-payment.md).
 * @throws AppError 409 REGISTRO_DUPLICADO with the duplicate-entry text that the page parses.
 */
export function checkDuplicates(
  { payments, registered }: Earlier,
  raffle: Raffle,
  report: Person & Payment & Partial<ReportedWhole>,
  asker: Asker,
  exceptId = 0,
): void {
  // Cash has no reference, and one of few digits is no proof that two payments are one: those are two.
  const first = findReported(payments, report, exceptId)
  if (first) {
    const secondTab = first.cliente !== null && SECOND_TAB.every((field) => first[field] === report[field])
    throw duplicate('referencia', report.referencia, secondTab ? first.codigo : undefined)
  }
  if (raffle.registro_unico === 0) return
  const told = registered.filter(
    (one) => report[one.campo] === one.valor && (asker === 'operador' || mayBeTold(one, asker.cliente)),
  )
  const [campo] = ONCE.filter((one) => told.some((other) => other.campo === one))
  if (campo !== undefined) throw duplicate(campo, report[campo])
}

/** The same, asked of the database. */
export async function refuseDuplicates(
  tx: Sql,
  raffle: Raffle,
  report: Person & Payment,
  asker: Asker,
  exceptId = 0,
): Promise<void> {
  checkDuplicates(await readEarlier(tx, raffle, [report], exceptId), raffle, report, asker, exceptId)
}

/** A purchase that was just reported, for those who report after it in its group. */
export function addEarlier(earlier: Earlier, raffle: Raffle, purchase: Purchase): void {
  earlier.payments.push(purchase)
  if (raffle.registro_unico === 0) return
  const { id, cliente, codigo, estado } = purchase
  for (const value of valuesOf(purchase)) {
    earlier.registered.push({ ...value, turno: id, compra_id: id, cliente, codigo, estado })
  }
}

function mayBeTold({ campo, turno, cliente }: Registered, own: string | null): boolean {
  return (campo === 'cedula' && turno === 0) || (own !== null && cliente === own)
}

/** Registers the buyer, in a raffle where each may take part once. */
export async function registerOnce(
  tx: Sql,
  raffle: Raffle,
  compra_id: number,
  person: Person,
  turno = compra_id,
): Promise<void> {
  if (raffle.registro_unico === 0) return
  await insertRegistrations(tx, registrationsOf(raffle, compra_id, person, turno))
}

/** The rows of that. */
export function registrationsOf(raffle: Raffle, compra_id: number, person: Person, turno = compra_id) {
  return valuesOf(person).map((value) => ({ rifa_id: raffle.id, ...value, turno, compra_id }))
}

/**
 * Finds another confirmed purchase of the same person, in a raffle where each may take part once.
 * @returns the refusal of its approval, AppError 409 PERSONA_YA_PARTICIPA; null for none.
 */
export async function findParticipant(tx: Sql, raffle: Raffle, purchase: Known): Promise<AppError | null> {
  const found = await listRegistered(tx, raffle.id, valuesOf(purchase), purchase.id)
  const taken = found.find(({ turno }) => turno === 0)
  return taken ? takesPart(taken) : null
}

/** Those persons take part from now on, and nobody else with their cédulas, phones or mails. */
export async function confirmRegistrations(tx: Sql, raffle: Raffle, purchases: readonly Known[]): Promise<void> {
  for (const purchase of purchases) await registerAgain(tx, raffle, purchase, 0)
}

/** Makes the buyer again one of those who only say that they take part. */
export async function unconfirmRegistration(tx: Sql, raffle: Raffle, purchase: Known): Promise<void> {
  if (await isRegistered(tx, purchase.id)) await registerAgain(tx, raffle, purchase, purchase.id)
}

/** Of a person who is registered already. */
export async function registerAgain(tx: Sql, raffle: Raffle, purchase: Known, turno: number): Promise<void> {
  await deleteRegistrations(tx, purchase.id)
  await registerOnce(tx, { ...raffle, registro_unico: 1 }, purchase.id, purchase, turno)
}

/** A buyer by hand may have left no mail: two without one are not the same person. */
function valuesOf(person: Person): Pick<Tables['unique_registrations'], 'campo' | 'valor'>[] {
  return ONCE.map((campo) => ({ campo, valor: person[campo] })).filter(({ valor }) => valor !== '')
}

function takesPart({ codigo, campo }: Registered): AppError {
  const what = { cedula: 'la misma cédula', telefono: 'el mismo teléfono', correo: 'el mismo correo' }[campo]
  return refusal('PERSONA_YA_PARTICIPA', {
    details: `La compra ${codigo}, ya confirmada, tiene ${what}, y en esta rifa cada quien participa una vez. Recházala y devuelve el dinero.`,
    campo,
  })
}

/** In the words of the database that the specification's page knows, without any text that the value could smuggle in. */
function duplicate(campo: string, value: string, codigo?: string): AppError {
  return refusal('REGISTRO_DUPLICADO', {
    details: `Duplicate entry '${value.replaceAll("'", '')}' for key '${campo}'`,
    campo,
    ...(codigo === undefined ? {} : { codigo }),
  })
}
