import { after, type Instant, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Job } from '#platform/server/jobs/start-jobs.ts'
import { describeFailure } from '#platform/server/log.ts'
import { roomFor } from '../../pace.ts'
import { findSuppressed, suppress } from '../care/suppressions.ts'
import { holdClaimed, type Recheck, readLately, rewriteCopy, takeBack } from '../letters.ts'
import { type MailServerInUse, readMailServer } from '../mail-server.ts'
import { WAITS } from '../schema.ts'
import { anyDue, claimDue, markFailed, markSent, type OutboxRow } from '../store.ts'
import { BadAddressError, composeMessage } from './message.ts'
import { CONNECTIONS, readTrouble, type SmtpTrouble, smtpTransport, type Transport } from './transport.ts'

/** Lane of the delivery's own writes. */
const DELIVERY_LANE = 'entrega'

/** Replies about how we signed in, which an owner can put right without losing a mail. */
const SIGN_IN_REPLIES = [530, 534, 535, 538]
const LONGEST = 500

/** A server that trickles is given up after this, well within the lease. */
const SEND_DEADLINE = MINUTE
const MARK_ATTEMPTS = 10
/** Copies of letters under way simultaneously: mails written meanwhile find the other connections. */
const COPIES = 2

/** Queries about the copies of letters as they leave. */
export interface Copies {
  recheck: Recheck
  /** Mails that the mail account lets leave in a day. */
  readDaily(): Promise<number>
}

/**
 * Sends due mails, one round: claims in one short transaction, sends outside of it, marks each by its id. A process that
 * dies in between leaves leases that expire, so a mail can arrive twice, with the same Message-ID, and is never lost. Copies of
 * letters to many leave when nothing else is due, as many as `copies` allows.
 * @returns how many were handed to the mail server.
 */
export async function deliverDue(ctx: Ctx, transport: Transport, stop: AbortSignal, copies: Copies): Promise<number> {
  const daily = await copies.readDaily()
  const { claimed, suppressed } = await ctx.db.write(DELIVERY_LANE, async (tx) => {
    const now = ctx.clock.now()
    const own = await claimDue(tx, now, CONNECTIONS)
    const rows = await withoutPast(tx, own.length > 0 ? own : await claimCopies(tx, now, daily, copies.recheck), now)
    return {
      claimed: rows,
      suppressed: await findSuppressed(
        tx,
        rows.map((row) => row.para),
      ),
    }
  })
  const sent = await Promise.all(
    claimed.map((row) =>
      row.superado === 1
        ? giveUp(ctx, row, SUPERSEDED)
        : suppressed.has(row.para.toLowerCase())
          ? giveUp(ctx, row, SUPPRESSED)
          : deliverOne(ctx, transport, row, stop),
    ),
  )
  return sent.filter(Boolean).length
}

/** Claims copies of letters, each as it is true now. */
async function claimCopies(tx: Sql, now: Instant, daily: number, recheck: Recheck): Promise<OutboxRow[]> {
  const most = Math.min(COPIES, roomFor(daily, await readLately(tx, now)))
  const rows = most === 0 ? [] : await claimDue(tx, now, most, 'cartas')
  if (rows.length === 0) return []
  const looked = await recheck(tx, rows)
  const leaving: OutboxRow[] = []
  for (const row of rows) {
    const fresh = looked.get(row.id)
    if (typeof fresh === 'object') leaving.push(await rewriteCopy(tx, row, fresh))
    else if (fresh === undefined) await holdClaimed(tx, [row.id])
    else await takeBack(tx, [row.id], fresh)
  }
  return leaving
}

/** Drops mails that help nobody any more. */
async function withoutPast(tx: Sql, rows: readonly OutboxRow[], now: Instant): Promise<OutboxRow[]> {
  const past = rows.filter(({ vence_en }) => vence_en !== null && vence_en <= now)
  if (past.length === 0) return [...rows]
  await takeBack(tx, idsOf(past), PAST)
  return rows.filter((row) => !past.includes(row))
}

/** An address that does not exist gets no more mail; an untrue mail was lost on its way and stays so. */
async function giveUp(ctx: Ctx, row: OutboxRow, why: string): Promise<boolean> {
  await mark(ctx, row, (tx) => markFailed(tx, row, why, null))
  return false
}

const SUPPRESSED = 'Esta dirección no existe: el servidor ya la rechazó antes.'
const PAST = 'Su momento ya pasó.'
const SUPERSEDED = 'Lo que dice ya no es cierto.'

async function deliverOne(ctx: Ctx, transport: Transport, row: OutboxRow, stop: AbortSignal): Promise<boolean> {
  const about = { correo_id: row.id, attempt: row.intentos }
  try {
    const deadline = AbortSignal.any([stop, AbortSignal.timeout(SEND_DEADLINE)])
    await transport.send(composeMessage(row, transport.from), deadline)
  } catch (error) {
    const failure = readFailure(error)
    const wait = failure.permanent ? undefined : WAITS[row.intentos - 1]
    const retryAt = wait === undefined ? null : after(ctx.clock.now(), wait)
    await mark(ctx, row, async (tx) => {
      await markFailed(tx, row, failure.text, retryAt)
      if (failure.address)
        await suppress(tx, { correo: row.para, motivo: failure.text, correo_id: row.id, en: ctx.clock.now() })
    })
    ctx.log.warn({ ...about, code: failure.code }, retryAt === null ? 'mail given up' : 'mail not sent yet')
    return false
  }
  await mark(ctx, row, (tx) => markSent(tx, row, ctx.clock.now()))
  ctx.log.info(about, 'mail sent')
  return true
}

/** Stores the result even when the database is busy; else the mail would be sent again. */
async function mark(ctx: Ctx, row: OutboxRow, job: (tx: Sql) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.write(DELIVERY_LANE, job)
    } catch (error) {
      if (attempt === MARK_ATTEMPTS) {
        ctx.log.error({ correo_id: row.id, failure: describeFailure(error) }, 'mail not marked')
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

/**
 * Why a mail did not leave.
 * @returns `permanent` where asking again would get the same answer; `address` where it does not exist and is not written to again; `text` for
 * the operator, in the mail server's words if there are any; `code` for the log.
 */
export function readFailure(error: unknown) {
  if (error instanceof BadAddressError) return { permanent: true, address: true, text: error.message, code: 'EADDRESS' }
  const trouble = readTrouble(error)
  const { command, status } = trouble
  const code = trouble.code || 'EUNKNOWN'
  // Only a refusal of this recipient or this message is final; a refused sender or sign-in concerns all mails alike.
  const aboutMessage = command === 'RCPT TO' || command === 'DATA'
  const permanent = trouble.permanent && aboutMessage && !SIGN_IN_REPLIES.includes(status)
  const address = permanent && command === 'RCPT TO' && blamesAddress(trouble)
  return { permanent, address, text: describeError(code, trouble.said), code }
}

/** Replies that speak of a mailbox that is none; without an enhanced status (RFC 3463), the codes that usually do. */
function blamesAddress({ said, status }: SmtpTrouble): boolean {
  const enhanced = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(said)
  return enhanced ? enhanced[1] === '1' : [550, 551, 553].includes(status)
}

function describeError(code: string, said: string): string {
  if (said !== '') return said.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST)
  switch (code) {
    case 'ETIMEDOUT':
    case 'EABORT':
      return 'El servidor de correo no respondió a tiempo.'
    case 'EDNS':
      return 'No se encontró el servidor de correo. Revísalo en Servidor.'
    case 'ETLS':
      return 'No se pudo abrir una conexión segura con el servidor de correo. Revísalo en Servidor.'
    case 'EAUTH':
    case 'ENOAUTH':
      return 'El servidor de correo no aceptó el usuario o la clave. Revísalo en Servidor.'
    default:
      return `No se pudo hablar con el servidor de correo (${code}).`
  }
}

/** Milliseconds between rounds when nobody wakes the job: for retries, and mail whose time comes. */
const EVERY = 2_000
/** Connections of a server that ends are cut off after this time. */
const STOP_PATIENCE = 10_000

/**
 * Delivers due mails, by the current mail server: another one is taken with the next round. Without one nothing is sent and the mail waits where the
 * panel shows it. Each process delivers: the outbox is a queue, and a claim of each row keeps every mail single.
 */
export function deliveryJob(ctx: Ctx, copies: Copies, way: Way = followServer(ctx)): Job {
  return {
    nombre: 'entregar correos',
    every: EVERY,
    own: true,
    // Mail leaves as soon as its transaction has committed; another process's mail, by its own delivery.
    on: ({ lane, tables, foreign }) =>
      tables.has('settings') || (!foreign && lane !== DELIVERY_LANE && tables.has('outbox')),
    async does(ended) {
      const transport = await way.current()
      if (transport === null || !(await anyDue(ctx.db.read, ctx.clock.now()))) return false
      const cut = new AbortController()
      ended.addEventListener('abort', () => setTimeout(() => cut.abort(), STOP_PATIENCE).unref())
      // While nothing gets through, the next look waits: a mail server that is down is not hammered.
      return (await deliverDue(ctx, transport, cut.signal, copies)) > 0
    },
    close: () => way.close(),
  }
}

/** How mail leaves now. */
interface Way {
  /** Called between rounds, when nothing is under way. */
  current(): Promise<Transport | null>
  close(): void
}

function followServer(ctx: Ctx): Way {
  let known: { server: MailServerInUse; transport: Transport } | null = null
  return {
    async current() {
      const server = await readMailServer(ctx)
      if (known && JSON.stringify(known.server) === JSON.stringify(server)) return known.transport
      known?.transport.close()
      known = server && { server, transport: smtpTransport(server) }
      return known?.transport ?? null
    },
    close: () => known?.transport.close(),
  }
}
