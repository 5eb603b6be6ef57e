import { join } from 'node:path'
import { alertOldCopy } from '#backups/server/last-copy.ts'
import { copyBeside } from '#backups/server/nightly/copy-beside.ts'
import { createNights } from '#backups/server/nightly/night.ts'
import { sweepNamedPictures } from '#draw/server/images/named-pictures.ts'
import { keepRules } from '#draw/server/list/keep-rules.ts'
import { remindDue } from '#draw/server/mails/remind.ts'
import { fetchRounds } from '#draw/server/steps/fetch-round.ts'
import { readDaily } from '#letters/server/read-letters.ts'
import { recheckCopies } from '#letters/server/recheck.ts'
import { sendPortions } from '#letters/server/send-portions.ts'
import { sweepCounts } from '#lookup/server/lookup-counts.ts'
import { setRight } from '#mail/server/delivery/set-right.ts'
import { startDelivery } from '#mail/server/delivery/start-delivery.ts'
import { askDue } from '#movements/server/pulls/ask-due.ts'
import { readReceipts } from '#movements/server/receipts/read-receipts.ts'
import { sweepReceipts } from '#movements/server/receipts/sweep-receipts.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { noteRound } from '#platform/server/vitals.ts'
import { tellServed } from '#purchases/server/mail/tell-served.ts'
import { sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { sweepImages } from '#raffles/server/images/image-files.ts'
import { watchRates } from '#rates/server/watch-rate.ts'
import { createReversalWatch } from '#reconciliation/server/tell-reversed.ts'
import { alertSpace } from '#reports/server/alert-space.ts'
import { sendBookMails } from '#reports/server/books/send-book-mails.ts'
import { notifyReports } from '#reports/server/notify-reports.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { forgetConnections } from '#review/server/fakes/forget-connections.ts'
import { createProofMarker } from '#review/server/proof/mark-proofs.ts'
import { readSite } from '#site/server/read-site.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { alertAltered, auditNight } from './audit/watch-rows.ts'
import { ROOT } from './build-stamp.ts'
import { listDoubted } from './doubted-reports.ts'
import { BEAT_EVERY, beat } from './state/processes.ts'

const SWEEP_WORK_EVERY = 10 * 60_000
const SET_RIGHT_EVERY = 60_000
const SWEEP_HOLDS_EVERY = 5_000
const TELL_SERVED_EVERY = 5_000
const FORGET_CONNECTIONS_EVERY = 10_000
const SWEEP_PROOFS_EVERY = 15 * 60_000
const MARK_PROOFS_EVERY = 3_000
const SWEEP_IMAGES_EVERY = 60 * 60_000
const NOTIFY_EVERY = 20_000
const COMPARE_ROWS_EVERY = 2 * 60_000
const AUDIT_NIGHT_EVERY = 10 * 60_000
const RULES_EVERY = 1_000
const FETCH_ROUNDS_EVERY = 1_000
const REMIND_EVERY = 2_000
const LOOK_AT_SPACE_EVERY = 60_000
const LOOK_AT_NIGHT_EVERY = 60_000
const LOOK_AT_COPIES_EVERY = 10 * 60_000
/** How the command line is run beside the server. */
const RUNNER = { script: join(ROOT, 'src/app/run.js') }
const WATCH_MONEY_EVERY = 500
const LOOK_AT_REVERSALS_EVERY = 5_000
const LETTERS_EVERY = 2_000
const ASK_BANKS_EVERY = 5_000
const READ_RECEIPTS_EVERY = 2_000

/**
 * What runs beside the requests: mail, rates, the sweepers, what the rules of draws say, the looks at new proofs and at where buyers pay, who
 * wants to know of new reports, and whether the rows are what the journal says.
 * @returns what stops it all.
 */
export function startWorkers(ctx: Ctx): () => Promise<void> {
  const delivery = startDelivery(ctx, { copies: { recheck: recheckCopies(ctx), readDaily: () => readDaily(ctx) } })
  const mails = repeat(ctx, 'looking for mails of a wrong clock failed', SET_RIGHT_EVERY, () => setRight(ctx))
  const work = repeat(ctx, 'sweep of done work failed', SWEEP_WORK_EVERY, async () => {
    await sweepCounts(ctx)
    await sweepReceipts(ctx)
  })
  const rates = watchRates(ctx)
  const holds = repeat(ctx, 'sweep of holds failed', SWEEP_HOLDS_EVERY, () => sweepHolds(ctx))
  const served = repeat(ctx, 'telling who got tickets failed', TELL_SERVED_EVERY, () => tellServed(ctx))
  const connections = repeat(ctx, 'forgetting connections failed', FORGET_CONNECTIONS_EVERY, () =>
    forgetConnections(ctx),
  )
  const proofs = repeat(ctx, 'sweep of proofs failed', SWEEP_PROOFS_EVERY, () => watchProofs(ctx))
  const markProofs = createProofMarker(ctx)
  const marks = repeat(ctx, 'look at new proofs failed', MARK_PROOFS_EVERY, async (ended) => {
    await markProofs(ended)
  })
  const oldImages = repeat(ctx, 'sweep of pictures failed', SWEEP_IMAGES_EVERY, async () => {
    await sweepNamedPictures(ctx)
    await sweepImages(ctx)
  })
  const bookMails = repeat(ctx, 'mail of the books failed', LOOK_AT_NIGHT_EVERY, () => sendBookMails(ctx))
  const notices = repeat(ctx, 'notice of new reports failed', NOTIFY_EVERY, () => notifyReports(ctx))
  const altered = repeat(ctx, 'comparison with the journal failed', COMPARE_ROWS_EVERY, async () => {
    await alertAltered(ctx)
  })
  const audits = repeat(ctx, 'audit of the night failed', AUDIT_NIGHT_EVERY, async () => {
    await auditNight(ctx)
  })
  const space = repeat(ctx, 'look at the free space failed', LOOK_AT_SPACE_EVERY, async () => {
    await alertSpace(ctx)
  })
  const nights = createNights(ctx, (id, ended) => copyBeside(RUNNER, ctx.config, id, ended))
  let first = true
  const nightly = repeat(ctx, 'look whether a nightly copy is due failed', LOOK_AT_NIGHT_EVERY, async () => {
    // A server that has just begun has other things to do.
    if (!first) await nights.look()
    first = false
  })
  const copies = repeat(ctx, 'look at the last copy failed', LOOK_AT_COPIES_EVERY, async () => {
    await alertOldCopy(ctx)
  })
  const watchMoney = createMoneyWatch(ctx)
  const money = repeat(ctx, 'confirming what came in failed', WATCH_MONEY_EVERY, () => watchMoney())
  const watchReversals = createReversalWatch(ctx)
  const reversals = repeat(ctx, 'look at what banks took back failed', LOOK_AT_REVERSALS_EVERY, () => watchReversals())
  const rules = repeat(ctx, 'what the rules of draws say failed', RULES_EVERY, () => keepRules(ctx))
  const rounds = repeat(ctx, 'asking for rounds of the beacon failed', FETCH_ROUNDS_EVERY, (ended) =>
    fetchRounds(ctx, ended),
  )
  const lives = repeat(ctx, 'telling the others that this process lives failed', BEAT_EVERY, () => beat(ctx))
  const reminders = repeat(ctx, 'mails before draws failed', REMIND_EVERY, () => remindDue(ctx))
  const letters = repeat(ctx, 'copies of letters failed', LETTERS_EVERY, () => sendPortions(ctx))
  const banks = repeat(ctx, 'asking banks what came in failed', ASK_BANKS_EVERY, (ended) =>
    askDue(ctx, ended, undefined, (reports) => listDoubted(ctx, reports)),
  )
  const receipts = repeat(ctx, 'reading what sources sent failed', READ_RECEIPTS_EVERY, (ended) =>
    readReceipts(ctx, ended),
  )
  const sweepers = [mails, holds, connections, proofs, oldImages, work]
  const watchers = [
    lives,
    served,
    rules,
    rounds,
    reminders,
    letters,
    money,
    reversals,
    banks,
    marks,
    notices,
    bookMails,
    altered,
    audits,
    space,
    nightly,
    copies,
    receipts,
  ]
  return async () => {
    const stopped = [...sweepers, ...watchers].map((stop) => stop())
    await Promise.all([...stopped, rates.stop(), delivery.stop(), nights.stop()])
  }
}

/**
 * Does it again and again, each time after the last has ended; a failure is logged and the next time comes all the same.
 * @param failure what the log says of it, 'sweep of holds failed': without its last word it is the name of the worker.
 * @param work what may take long leaves the rest to the next start when it is told to end: whoever stops a server waits for it.
 */
function repeat(
  ctx: Ctx,
  failure: string,
  pause: number,
  work: (ended: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController()
  const name = failure.replace(/ failed$/, '')
  let wake = () => {}
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await noteRound(ctx.vitals, name, pause, () => work(stopping.signal))
      } catch (error) {
        ctx.log.error({ failure: describeFailure(error) }, failure)
      }
      if (stopping.signal.aborted) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    wake()
    await running
  }
}

/** Sweeps the proofs, and tells every owner, once a day, when so many are unknown that nothing was touched. */
export async function watchProofs(ctx: Ctx): Promise<void> {
  const { stopped } = await sweepProofs(ctx)
  if (stopped === null) return
  ctx.log.error({ code: `${stopped.orphans}/${stopped.files}` }, 'too many proofs without a row: nothing was swept')
  const site = await readSite(ctx)
  await ctx.db.write('sitio', (tx) =>
    alertOwners(ctx, tx, site, {
      clave: `comprobantes-sin-compra:${dayInCaracas(ctx.clock.now())}`,
      titulo: 'Hay comprobantes que la base de datos no conoce',
      parrafos: [
        `De ${stopped.files} archivos, ${stopped.orphans} no son de ninguna compra. Suele pasar cuando se pone una base de datos más vieja que la carpeta de comprobantes. No tocamos ninguno.`,
        'Pide a quien cuida el servidor que compare la base de datos con el último respaldo.',
      ],
    }),
  )
}
