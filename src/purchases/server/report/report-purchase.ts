import { createHash } from 'node:crypto'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import { isRefusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { batchOf } from '#platform/server/db/unit.ts'
import { randomId } from '#platform/server/random.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import { quoteRate } from '#tickets/server/raffle-on-sale.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { waitOfConnection } from '../mail/mail-turns.ts'
import { readSender } from '../mail/received-mail.ts'
import { answerGiven, decideReport, record } from './decide-report.ts'
import { dropProof } from './find-reported.ts'
import type { Report } from './read-report.ts'
import type { ReceivedProof } from './receive-form.ts'
import {
  type Idempotency,
  type ReportGroup,
  type Reporting,
  readReports,
  type Seller,
  writeReports,
} from './report-group.ts'
import { newPurchaseCode } from './reserve-for-report.ts'

/** The same body has the same fingerprint, in any order of its parts. */
export function fingerprint(fields: Record<string, string>, proof: { sha256: string } | null): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([sorted, proof?.sha256 ?? null]))
    .digest('hex')
}

/**
 * A visitor reports a payment, or an operator does it for them. The hold becomes a reservation that waits for the review;
 * without one the tickets are taken now. The proof is durable before the row that names it. Everything else is one transaction: the
 * reservation, the purchase, the mail, the line of the journal and the answer that a retry will get.
 * Until it is committed here, the caller discards the proof where anything is thrown.
 * @param client the connection that it comes from (client-mark.ts); null where nobody counts.
 * @throws AppError 404, 409 COTIZACION_CAMBIO (with `cotizacion`) | NUMERO_TOMADO | REGISTRO_DUPLICADO | APARTADO_YA_REPORTADO |
 * RIFA_CERRADA | SELECCION_NO_PERMITIDA | 422 CLAVE_REUTILIZADA | APARTADO_DISTINTO | METODO_NO_OFRECIDO
 */
export async function reportPurchase(
  ctx: Ctx,
  report: Report,
  proof: ReceivedProof | null,
  idempotency: Idempotency | null,
  seller: Seller | null = null,
  client: Client | null = null,
): Promise<PurchaseAnswer> {
  const [sender, methods, raffle] = await Promise.all([
    readSender(ctx),
    listMethods(ctx),
    requireRaffle(ctx.db.read, report.rifa_id),
  ])
  const rate = await quoteRate(ctx, raffle)
  const reporting: Reporting = {
    ...sender,
    ...{ report, proof, idempotency, seller, client, raffle, rate, methods },
    secreto: randomId(ctx.random),
    token: randomId(ctx.random),
    codigo: newPurchaseCode(ctx.random),
    wait: report.cliente === undefined || seller ? 0 : waitOfConnection(ctx, report.cliente),
  }
  await proof?.file.commit()
  try {
    const answer = await ctx.db.writeBatched(`rifa:${report.rifa_id}`, REPORTS, reporting)
    // A retry brought the proof again; the first one is kept.
    if (proof && answer.secreto !== reporting.secreto) await dropProof(ctx, proof.id)
    return answer
  } catch (error) {
    if (proof && isRefusal(error)) await dropProof(ctx, proof.id)
    throw error
  }
}

/** Reports to a raffle, alone or in a group. */
const REPORTS = batchOf<ReportGroup, Reporting, PurchaseAnswer>({
  load: readReports,
  async decide(tx, group, reporting) {
    const given = answerGiven(group, reporting)
    if (given) return given
    // Waiting reports are served, maybe this one too, before it is answered.
    return record(group, reporting, await group.tickets.settle(tx, () => decideReport(group, reporting)))
  },
  save: writeReports,
})
