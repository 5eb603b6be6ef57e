import { join } from 'node:path'
import { keepRules } from '#draw/server/close-due.ts'
import { sweepNamedPictures } from '#draw/server/images/named-pictures.ts'
import { remindDue } from '#draw/server/mails/remind.ts'
import { fetchRounds } from '#draw/server/steps/fetch-round.ts'
import { alertOldCopy } from '#house/server/backups/last-copy.ts'
import { copyBeside } from '#house/server/backups/nightly/copy-beside.ts'
import { makeNightly } from '#house/server/backups/nightly/night.ts'
import { readDaily } from '#letters/server/read-letters.ts'
import { recheckCopies } from '#letters/server/recheck.ts'
import { sendPortions } from '#letters/server/send-portions.ts'
import { deliveryJob } from '#mail/server/delivery/deliver.ts'
import { askDue } from '#money/server/bank/pulls/ask-due.ts'
import { readReceipts } from '#money/server/bank/receipts/read-receipts.ts'
import { sweepReceipts } from '#money/server/bank/receipts/sweep-receipts.ts'
import { createReversalWatch } from '#money/server/tell-reversed.ts'
import { tellOwners } from '#operators/server/account/alert-owners.ts'
import { deleteOver } from '#operators/server/store.ts'
import { dayInCaracas, HOUR, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import type { Job } from '#platform/server/jobs/start-jobs.ts'
import { tellServed } from '#purchases/server/mail/tell-served.ts'
import { listByIds } from '#purchases/server/store.ts'
import { sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { sweepImages } from '#raffles/server/images/image-files.ts'
import { ratesJob } from '#rates/server/fetch-rate.ts'
import { alertSpace } from '#reports/server/alert-space.ts'
import { notifyReports } from '#reports/server/notify-reports.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { checkReports, worstOf } from '#review/server/check/check-purchase.ts'
import { forgetConnections } from '#review/server/fakes/forget-connections.ts'
import { createProofMarker } from '#review/server/proof/mark-proofs.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { alertAltered, auditNight } from './audit/watch-rows.ts'
import { ROOT } from './build-stamp.ts'
import { eraseOld } from './erasure/old-data.ts'
import { tables } from './schema.ts'
import { BEAT_EVERY, beat } from './state/processes.ts'

const SECOND = 1_000
/** Runs the command line next to the server. */
const RUNNER = { script: join(ROOT, 'src/app/run.js') }

/** All jobs apart from requests. One process does each for all, except those that are each process's `own`. */
export function jobsOf(ctx: Ctx): Job[] {
  const copyTonight = (ended: AbortSignal) =>
    makeNightly(ctx, (id, stop) => copyBeside(RUNNER, ctx.config, id, stop), ended)
  const askBanks = (ended: AbortSignal) => askDue(ctx, ended, undefined, (reports) => listDoubted(ctx, reports))
  const sweepOld = async () => {
    await ctx.db.write('consultas', (tx) => deleteOver(tx, ctx.clock.now()))
    await sweepReceipts(ctx)
  }
  const sweepPictures = async () => {
    await sweepNamedPictures(ctx)
    await sweepImages(ctx)
  }
  return [
    deliveryJob(ctx, { recheck: recheckCopies(ctx), readDaily: () => readDaily(ctx) }),
    ratesJob(ctx),
    { nombre: 'decir que este servidor vive', every: BEAT_EVERY, own: true, does: () => beat(ctx) },
    { nombre: 'mirar el espacio', every: MINUTE, own: true, does: () => alertSpace(ctx) },
    // The row of a night is taken by one of them, and also by the command line.
    { nombre: 'hacer el respaldo de la noche', every: MINUTE, own: true, later: true, does: copyTonight },
    { nombre: 'cerrar ventas y congelar listas', every: SECOND, does: () => keepRules(ctx) },
    { nombre: 'pedir rondas del azar público', every: SECOND, does: (ended) => fetchRounds(ctx, ended) },
    { nombre: 'escribir correos antes de los sorteos', every: 2 * SECOND, does: () => remindDue(ctx) },
    { nombre: 'soltar apartados vencidos', every: 5 * SECOND, does: () => sweepHolds(ctx) },
    { nombre: 'avisar a quien recibió boletos', every: 5 * SECOND, does: () => tellServed(ctx) },
    { nombre: 'confirmar lo que llegó', every: SECOND / 2, does: createMoneyWatch(ctx) },
    { nombre: 'mirar lo que el banco se llevó', every: 5 * SECOND, does: createReversalWatch(ctx) },
    { nombre: 'preguntar a los bancos', every: 5 * SECOND, does: askBanks },
    { nombre: 'leer lo que mandan las fuentes', every: 2 * SECOND, does: (ended) => readReceipts(ctx, ended) },
    { nombre: 'mirar comprobantes nuevos', every: 3 * SECOND, does: createProofMarker(ctx) },
    { nombre: 'escribir copias de los comunicados', every: 2 * SECOND, does: () => sendPortions(ctx) },
    { nombre: 'avisar de pagos por revisar', every: 20 * SECOND, does: () => notifyReports(ctx) },
    { nombre: 'comparar las filas con el diario', every: 2 * MINUTE, does: () => alertAltered(ctx) },
    { nombre: 'revisar todo cada noche', every: 10 * MINUTE, does: () => auditNight(ctx) },
    { nombre: 'mirar el último respaldo', every: 10 * MINUTE, does: () => alertOldCopy(ctx) },
    { nombre: 'olvidar conexiones', every: 10 * SECOND, does: () => forgetConnections(ctx) },
    // Each process: a lease that a dead one wrote while its clock was ahead holds this one up as well.
    { nombre: 'enderezar fechas de otra hora', every: MINUTE, own: true, does: () => capDeadlines(ctx, tables) },
    { nombre: 'olvidar consultas y recibos viejos', every: 10 * MINUTE, does: sweepOld },
    { nombre: 'barrer comprobantes sin compra', every: 15 * MINUTE, does: () => watchProofs(ctx) },
    { nombre: 'borrar datos personales viejos', every: 12 * HOUR, does: (ended) => eraseOld(ctx, ended) },
    { nombre: 'barrer imágenes viejas', every: HOUR, does: sweepPictures },
  ]
}

/** Sweeps the proofs, and tells every owner, once a day, if so many are unknown that nothing was removed. */
export async function watchProofs(ctx: Ctx): Promise<void> {
  const { stopped } = await sweepProofs(ctx)
  if (stopped === null) return
  ctx.log.error({ code: `${stopped.orphans}/${stopped.files}` }, 'too many proofs without a row: nothing was swept')
  await tellOwners(ctx, {
    clave: `comprobantes-sin-compra:${dayInCaracas(ctx.clock.now())}`,
    titulo: 'Hay comprobantes que la base de datos no conoce',
    parrafos: [
      `De ${stopped.files} archivos, ${stopped.orphans} no son de ninguna compra. Suele pasar cuando se pone una base de datos más vieja que la carpeta de comprobantes. No tocamos ninguno.`,
      'Pide a quien cuida el servidor que compare la base de datos con el último respaldo.',
    ],
  })
}

/** Reports with a grave check: a person looks at them, and no bank that charges for queries is asked. */
export async function listDoubted({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Set<number>> {
  const checks = await checkReports(db.read, await listByIds(db.read, ids))
  return new Set(ids.filter((id) => worstOf(checks.get(id) ?? []) === 'grave'))
}
