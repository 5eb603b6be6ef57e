import type { Actor } from '#journal/actor.ts'
import { appendEntries, type NewEntry } from '#journal/server/append-entry.ts'
import { readTurns, type Turns } from '#mail/server/delivery/spread-mails.ts'
import { enqueueMails, type NewMail } from '#mail/server/enqueue-mail.ts'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { takeIds } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { QuoteRate } from '#tickets/quote.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'
import { type Blocks, findBlocks } from '../blocked/blocked-people.ts'
import { keepCents } from '../cents/give-cents.ts'
import { RECEIVED_MAILS } from '../mail/mail-turns.ts'
import type { Sender } from '../mail/received-mail.ts'
import { writePayments } from '../payment/payment-store.ts'
import { addWords, countNew } from '../search/search-index.ts'
import {
  insertProofs,
  insertPurchases,
  insertRegistrations,
  listCodes,
  type NewPurchase,
  type Proof,
} from '../store.ts'
import { insertAnswer, insertAnswers, listAnswers, reportedWithHolds, type WithHold } from './find-reported.ts'
import type { Report } from './read-report.ts'
import type { ReceivedProof } from './receive-form.ts'
import { type Earlier, readEarlier, registrationsOf } from './refuse-duplicates.ts'

/** The key that a client made when its form opened, and the hash of its body. */
export interface Idempotency {
  clave: string
  huella: string
}

/** How the keys of sales by hand begin. */
export const SOLD = 'mano:'

/** An operator who sells by hand, for a buyer who did not report. */
export interface Seller extends Actor {
  /** Whether the mail that says that the payment waits is left out: the one with the numbers follows immediately. */
  callado: boolean
  /** Currency of cash, where no method is named. */
  efectivo?: 'USD' | 'VES' | undefined
}

/** A report, with all that is known before the raffle's lock. Its proof is durable. */
export interface Reporting extends Sender {
  report: Report
  proof: ReceivedProof | null
  idempotency: Idempotency | null
  seller: Seller | null
  /** The connection that it comes from; null where nobody counts. */
  client: Client | null
  raffle: Raffle
  rate: QuoteRate | null
  methods: PaymentMethod[]
  /** Identifiers of the purchase, and of its reservation. */
  secreto: string
  codigo: string
  token: string
  /** How long the mails of its connection wait, in milliseconds. */
  wait: number
}

/** Reports of one raffle as they find it behind its lock, and as each leaves it to the next. */
export interface ReportGroup {
  tickets: RaffleState
  /** Answers by the hold and the key that they were given with. */
  withHold: Map<string, WithHold>
  answers: Map<string, Tables['idempotency']>
  earlier: Earlier
  turns: Turns
  /** Whether the buyer of an immediate sale may not buy; not checked for others. */
  blocks: Blocks
  /** Codes that purchases have already: they are short, so two may be equal. */
  codes: Set<string>
  /** For the purchases that are made. */
  ids: number[]
  made: Made[]
}

/** Rows that a report makes. */
export interface Made {
  purchase: NewPurchase
  proof: Proof | null
  answer: Tables['idempotency'] | null
  mail: NewMail | null
  entry: NewEntry
}

/** Locks the raffle and reads, sent together, the data for its reports. */
export async function readReports(tx: Sql, reporting: readonly Reporting[]): Promise<ReportGroup> {
  const [{ ctx, raffle }] = reporting as [Reporting]
  const now = ctx.clock.now()
  const reports = reporting.map(({ report }) => report)
  const tokens = reports.flatMap(({ apartado }) => apartado ?? [])
  const picks = reports.flatMap(({ numeros }) => numeros ?? [])
  const tickets = await openRaffle(tx, raffle, { tokens, picks, reservations: reporting.length }, now)
  const keys = reporting.flatMap(({ idempotency }) => idempotency?.clave ?? [])
  const addresses = reports.map(({ correo }) => correo)
  const soldAtOnce = reporting.flatMap(({ report, seller }) => (seller?.callado ? report : []))
  const codes = reporting.map(({ codigo }) => codigo)
  const [withHold, answers, earlier, turns, blocks, taken, ids] = await Promise.all([
    reportedWithHolds(tx, tokens),
    listAnswers(tx, keys),
    readEarlier(tx, tickets.raffle, reports),
    readTurns(tx, addresses, RECEIVED_MAILS, now),
    findBlocks(tx, soldAtOnce),
    listCodes(tx, codes),
    takeIds(tx, 'purchases', reporting.length),
  ])
  return { tickets, withHold, answers, earlier, turns, blocks, codes: new Set(taken), ids, made: [] }
}

/**
 * Writes the group's rows, sent together.
 * @throws AppError 422 CLAVE_REUTILIZADA when another process used the key meanwhile, for another raffle: this one's lock does
 * not hold it.
 */
export async function writeReports(tx: Sql, { tickets, made }: ReportGroup): Promise<void> {
  // Purchases name the reservations.
  await tickets.save(tx)
  if (made.length === 0) return
  const purchases = made.map(({ purchase }) => purchase)
  const { raffle } = tickets
  const once = raffle.registro_unico === 1 ? purchases : []
  // In one order for all: keys are not of one raffle, and a report that waits for another's key holds its own.
  const answers = made.flatMap(({ answer }) => answer ?? []).sort((one, other) => (one.clave < other.clave ? -1 : 1))
  const [only, ...others] = answers
  const [isFirst] = await Promise.all([
    // A single report learns that the key was used; among many the key breaks the group, and each is retried alone.
    only && others.length === 0 ? insertAnswer(tx, only) : insertAnswers(tx, answers).then(() => true),
    insertPurchases(tx, purchases),
    addWords(tx, purchases),
    writePayments(tx, purchases),
    countNew(tx, purchases),
    keepCents(tx, purchases, tickets.now),
    insertRegistrations(
      tx,
      once.flatMap((purchase) => registrationsOf(raffle, purchase.id, purchase)),
    ),
    insertProofs(
      tx,
      made.flatMap(({ proof }) => proof ?? []),
    ),
  ])
  if (!isFirst) throw refusal('CLAVE_REUTILIZADA')
  await tellAndNote(tx, raffle, made)
}

/** Writes the mails of a group, and its lines of the journal, which read the rows that it wrote. */
export async function tellAndNote(
  tx: Sql,
  raffle: Raffle,
  made: readonly Pick<Made, 'mail' | 'entry'>[],
): Promise<void> {
  await Promise.all([
    enqueueMails(
      tx,
      made.flatMap(({ mail }) => mail ?? []),
    ),
    appendEntries(
      tx,
      `rifa:${raffle.id}`,
      made.map(({ entry }) => entry),
    ),
  ])
}
