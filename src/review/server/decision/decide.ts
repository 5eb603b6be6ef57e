import type { Actor } from '#journal/actor.ts'
import type { Deed } from '#journal/deeds.ts'
import type { RowNames } from '#journal/server/answered-tables.ts'
import type { NewEntry } from '#journal/server/append-entry.ts'
import type { WordedMail } from '#mail/server/delivery/write-mail.ts'
import type { NewMail } from '#mail/server/enqueue-mail.ts'
import { coverNoted } from '#money/server/links/decide-money.ts'
import type { Instant } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { decisionMailKey, supersedeDecisionMails } from '#purchases/server/mail/mail-turns.ts'
import { readSender, type Sender } from '#purchases/server/mail/received-mail.ts'
import { tellAndNote } from '#purchases/server/report/report-group.ts'
import { decidedBy, type Purchase, requirePurchase, updateTogether } from '#purchases/server/store.ts'
import { STANDS } from '#purchases/state-names.ts'
import { refuseSettled } from '#raffles/server/settled.ts'
import { type Raffle, requireRaffle } from '#raffles/server/store.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import type { Reservation } from '#tickets/server/store.ts'
import type { BulkAnswer } from '../../contract.ts'

/** Data for a decision, read before the raffle's lock. */
export interface Known extends Sender {
  purchase: Purchase
}

/** All that a decision needs, read under the raffle's lock. */
export interface Case extends Known {
  raffle: Raffle
  tickets: RaffleState
  reservation: Reservation
  /** This very decision was taken already and its answer was lost: nothing is left to do. */
  repeated: boolean
}

/** The outcome of a decision in the purchase. */
export type Outcome = Pick<Decision, 'estado' | 'motivo' | 'actor'>

/** @throws AppError 404 */
export async function readKnown(ctx: Ctx, purchaseId: number): Promise<Known> {
  const [sender, purchase] = await Promise.all([readSender(ctx), requirePurchase(ctx.db.read, purchaseId)])
  return { ...sender, purchase }
}

/**
 * Runs a decision on one purchase under its raffle's lock. `version` is the one that the reviewer saw, or null to take it as it is
 * (the command line).
 * @param outcome the result: a repeated request, after a lost answer, succeeds as done.
 * @throws AppError 404, 409 RIFA_CONGELADA | RIFA_SORTEADA, 409 VERSION_VIEJA when somebody decided or corrected meanwhile.
 */
export async function decide<T>(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  decision: (tx: Sql, subject: Case) => Promise<T>,
  outcome: Outcome | null = null,
): Promise<T> {
  const known = await readKnown(ctx, purchaseId)
  return ctx.db.write(`rifa:${known.purchase.rifa_id}`, async (tx) =>
    decision(tx, await openCase(tx, known, version, outcome)),
  )
}

/** The same for a decision that ends in `outcome`, of a purchase in the state `from`: taken already, it is left as it is. */
export function decideOnce(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  from: Purchase['estado'],
  outcome: Outcome,
  decision: (tx: Sql, subject: Case, now: Instant) => Promise<void>,
): Promise<void> {
  const take = async (tx: Sql, subject: Case) => {
    if (subject.repeated) return
    requireState(subject.purchase, from)
    await decision(tx, subject, subject.tickets.now)
  }
  return decide(ctx, purchaseId, version, take, outcome)
}

/** Locks the raffle and reads all that a decision on that purchase needs. @throws the errors of `decide`. */
async function openCase(tx: Sql, known: Known, version: number | null, outcome: Outcome | null): Promise<Case> {
  const { id, rifa_id, reserva_id } = known.purchase
  const before = await requireRaffle(tx, rifa_id)
  const tickets = await openRaffle(tx, before, { ids: [reserva_id] }, known.ctx.clock.now())
  const { raffle, now } = tickets
  const purchase = await requirePurchase(tx, id)
  refuseSettled(raffle, now)
  const reservation = await tickets.settle(tx, () => tickets.reservation(purchase.reserva_id))
  const repeated = requireVersion(purchase, version, outcome)
  return { ...known, purchase, raffle, tickets, reservation, repeated }
}

/**
 * @param version the version that the reviewer saw, or null to take it as it is.
 * @returns whether this very decision was taken already, and its answer was lost.
 * @throws AppError 409 VERSION_VIEJA
 */
export function requireVersion(purchase: Purchase, version: number | null, outcome: Outcome | null): boolean {
  const repeated = version !== null && purchase.version === version + 1 && isOutcome(purchase, outcome)
  if (version !== null && purchase.version !== version && !repeated) throw staleVersion(purchase)
  return repeated
}

export function staleVersion({ estado, version }: Pick<Purchase, 'estado' | 'version'>): AppError {
  return refusal('VERSION_VIEJA', {
    details: 'Otra persona la decidió o el comprador la corrigió. Mira cómo está ahora.',
    estado,
    version,
  })
}

function isOutcome(purchase: Purchase, outcome: Outcome | null): boolean {
  return (
    outcome !== null &&
    purchase.estado === outcome.estado &&
    purchase.motivo === outcome.motivo &&
    purchase.decidido_por_id === outcome.actor.id &&
    purchase.decidido_por === outcome.actor.nombre
  )
}

/** @throws AppError 409 ESTADO_NO_PERMITE with the purchase's state. */
export function requireState(purchase: Purchase, ...states: Purchase['estado'][]): void {
  if (states.includes(purchase.estado)) return
  throw refusal('ESTADO_NO_PERMITE', {
    details: `La compra ${purchase.codigo} ${STANDS[purchase.estado]}.`,
    estado: purchase.estado,
  })
}

export interface Decision {
  estado: 'confirmado' | 'rechazado' | 'anulado'
  /** For the buyer; empty when it needs none. */
  motivo: string
  actor: Actor
  now: Instant
  /** Null where its buyer is not told. */
  mail: WordedMail | null
  /** When the mail may leave. */
  enviar_desde: Instant
  /** The journal's name for it, and the data kept there. */
  accion: Deed
  datos: Record<string, unknown>
  /** Other rows that it wrote, besides the purchase. */
  rows?: RowNames
  /** 1 where it was rejected as a fake. */
  falsa?: 1
}

/** The subject of a decision, once it is taken. */
export type Subject = Pick<Case, 'purchase' | 'raffle'>

/** Runs a command on a purchase's tickets, and writes it. @throws its refusal. */
export async function moveTickets<T>(tx: Sql, { tickets }: Pick<Case, 'tickets'>, command: () => T): Promise<T> {
  const value = await tickets.settle(tx, command)
  await tickets.save(tx)
  return value
}

/**
 * Writes the same decision about purchases of a raffle down: their new state, the mails to their buyers instead of those of earlier decisions,
 * the lines of the journal. Money of those that fall is returned where its return was noted.
 * @param decisionOf each; it differs in mail and data.
 */
export async function recordDecision(
  tx: Sql,
  raffle: Raffle,
  purchases: readonly Purchase[],
  decisionOf: (purchase: Purchase) => Decision,
): Promise<void> {
  const decided = purchases.map((purchase) => ({ subject: { purchase, raffle }, decision: decisionOf(purchase) }))
  const [first] = decided
  if (!first) return
  const { estado, motivo, actor, now, falsa } = first.decision
  await updateTogether(tx, purchases, { estado, motivo, ...decidedBy(actor, now), ...(falsa && { falsa }) })
  await supersedeDecisionMails(tx, idsOf(purchases), now)
  const told = decided.map(({ subject, decision }) => ({
    mail: mailOf(subject, decision),
    entry: entryOf(subject, decision),
  }))
  await tellAndNote(tx, raffle, told)
  for (const purchase of purchases) await coverNoted(tx, purchase, actor, now)
}

/** Null for a buyer who is not told, or who bought by hand without a mail. */
export function mailOf({ purchase }: Subject, { mail, now, enviar_desde }: Decision): NewMail | null {
  if (purchase.correo === '' || mail === null) return null
  return {
    clave: decisionMailKey(purchase.id, purchase.version + 1),
    para: purchase.correo,
    para_nombre: purchase.nombre,
    ...mail,
    compra_id: purchase.id,
    creado_en: now,
    enviar_desde,
  }
}

export function entryOf({ purchase, raffle }: Subject, { now, actor, accion, datos, rows = {} }: Decision): NewEntry {
  return {
    en: now,
    actor,
    accion,
    rifa_id: raffle.id,
    compra_id: purchase.id,
    datos: { codigo: purchase.codigo, ...datos },
    rows,
  }
}

type Result = BulkAnswer['resultados'][number]

/** One payment of a bulk decision that is done. @param until when it can be undone. */
export function decidedResult(id: number, until: string | null): Result {
  return { id, hecha: true, code: '', error: '', details: '', deshacible_hasta: until }
}

export function refusedResult(id: number, { code, error, details }: AppError): Result {
  return { id, hecha: false, code, error, details, deshacible_hasta: null }
}
