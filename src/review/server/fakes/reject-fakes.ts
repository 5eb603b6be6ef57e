import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { after } from '#platform/clock.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'
import { readSender, type Sender } from '#purchases/server/mail/received-mail.ts'
import { deleteRegistrations, listByIds, type Purchase } from '#purchases/server/store.ts'
import { refuseSettled } from '#raffles/server/settled.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { dropFakes } from '#tickets/server/waiting/judge-waiting.ts'
import type { BulkAnswer, FakeBatch } from '../../contract.ts'
import {
  decidedResult,
  decideOnce,
  moveTickets,
  recordDecision,
  refusedResult,
  requireState,
  staleVersion,
} from '../decision/decide.ts'
import { reportedMail } from '../decision/decision-mails.ts'
import { FAKE } from '../decision/mail-kinds.ts'
import { claimedByOther } from '../queue/claim-purchase.ts'
import { listClaims } from '../store.ts'
import { listOfKnownBuyers } from './find-alike.ts'

/** The buyer's text after a fake: no more than is known. */
const FAKE_REASON = 'No encontramos este pago en nuestras cuentas.'

/** Reports that one transaction rejects: a buyer meanwhile waits for so many at most. */
const TOGETHER = 100

type Asked = FakeBatch['compras']
type Result = BulkAnswer['resultados'][number]

/**
 * Rejects reports as fakes, a hundred in a transaction. Their tickets are free with its commit: the operator has
 * seen them and confirmed, and payers wait for the tickets. Each has a result; one that was sent before is done, so that an
 * interrupted run continues at its place. A mail leaves only for earlier buyers: the addresses of fakes are strangers'
 * (docs/decisions/019-desk.md).
 */
export async function rejectFakes(ctx: Ctx, batch: FakeBatch, operator: Operator): Promise<BulkAnswer> {
  const known = await listByIds(ctx.db.read, idsOf(batch.compras))
  const raffleOf = new Map(known.map(({ id, rifa_id }) => [id, rifa_id]))
  const resultados: Result[] = []
  for (const [rifa, asked] of Map.groupBy(batch.compras, ({ id }) => raffleOf.get(id))) {
    for (let start = 0; start < asked.length; start += TOGETHER) {
      const some = asked.slice(start, start + TOGETHER)
      if (rifa === undefined)
        resultados.push(...some.map(({ id }) => refusedResult(id, notFound('Esa compra no existe'))))
      else resultados.push(...(await rejectTogether(ctx, rifa, some, operator)))
    }
  }
  return { resultados }
}

async function rejectTogether(ctx: Ctx, raffleId: number, asked: Asked, operator: Operator): Promise<Result[]> {
  const sender = await readSender(ctx)
  return ctx.db.write(`rifa:${raffleId}`, async (tx) => {
    const before = await requireRaffle(tx, raffleId)
    const tickets = await openRaffle(tx, before, {}, ctx.clock.now())
    const { raffle, now } = tickets
    refuseSettled(raffle, now)
    const [purchases, claims] = await Promise.all([listByIds(tx, idsOf(asked)), listClaims(tx, now)])
    const purchaseOf = new Map(purchases.map((purchase) => [purchase.id, purchase]))
    const claimOf = new Map(claims.map((claim) => [claim.compra_id, claim]))
    const fakes: Purchase[] = []
    const told = asked.map(({ id, version }): Result => {
      const purchase = purchaseOf.get(id)
      const claim = claimOf.get(id)
      try {
        if (!purchase) throw notFound('Esa compra no existe')
        if (purchase.falsa === 1) return decidedResult(id, null)
        requireState(purchase, 'en revision')
        if (purchase.version !== version) throw staleVersion(purchase)
        if (claim && claim.operador_id !== operator.id) throw claimedByOther(claim, operator.id)
        if (!fakes.includes(purchase)) fakes.push(purchase)
        return decidedResult(id, null)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return refusedResult(id, error)
      }
    })
    if (fakes.length === 0) return told
    const known = await listOfKnownBuyers(tx, fakes)
    await dropTogether(tx, { ...sender, tickets }, fakes, operator, known)
    return told
  })
}

/** Drops the tickets of fakes and writes the decision. @param told whose buyers get a mail; null for a fake that is rejected alone. */
async function dropTogether(
  tx: Sql,
  { tickets, ...sender }: Sender & { tickets: RaffleState },
  fakes: readonly Purchase[],
  actor: Actor,
  told: ReadonlySet<number> | null,
): Promise<void> {
  const { raffle, now } = tickets
  const reservations = fakes.map(({ reserva_id }) => reserva_id)
  await moveTickets(tx, { tickets }, () => dropFakes(tickets, reservations))
  await deleteRegistrations(tx, ...idsOf(fakes))
  await recordDecision(tx, raffle, fakes, (purchase) => ({
    estado: 'rechazado',
    falsa: 1,
    motivo: FAKE_REASON,
    actor,
    now,
    accion: 'compra rechazada por falsa',
    enviar_desde: after(now, UNDO_WINDOW),
    mail: told === null || told.has(purchase.id) ? reportedMail(FAKE, { ...sender, raffle, purchase }) : null,
    datos: told === null ? {} : { en_lote: true },
  }))
}

/**
 * The report is a fake: no grace and no correction, and people who take part only once may take part again. Its tickets are free at once.
 * Undone within its 20 s it has them again as far as nobody else does, else it waits for some
 * (docs/decisions/019-desk.md).
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE
 */
export function rejectFake(ctx: Ctx, purchaseId: number, version: number | null, actor: Actor): Promise<void> {
  const outcome = { estado: 'rechazado', motivo: FAKE_REASON, actor } as const
  return decideOnce(ctx, purchaseId, version, 'en revision', outcome, (tx, subject) =>
    dropTogether(tx, subject, [subject.purchase], actor, null),
  )
}
