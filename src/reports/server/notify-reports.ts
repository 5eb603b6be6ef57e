import { sql } from 'kysely'
import { anew, enqueueMail, mailTo, type NewMail } from '#mail/server/enqueue-mail.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { after, formatInstant, type Instant, MINUTE } from '#platform/clock.ts'
import { counted } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import { readSite } from '#site/server/read-site.ts'

/** Reports of more than a day ago do not count. */
const STALE = 24 * 60 * MINUTE
/** Written out: the index of those in review is only found by the word itself. */
const IN_REVIEW = sql.lit<PurchaseState>('en revision')

interface Listener {
  operador_id: number
  cada_minutos: number
  avisado_en: Instant
  visto_hasta: Instant
  nombre: string
  correo: string
}

/**
 * Mails every operator with notices on whose pause is over, when payments came in since the last mail. It has their number, and no names.
 * Several processes may do this simultaneously: the row tells which of them wrote.
 */
export async function notifyReports(ctx: Ctx): Promise<void> {
  if (!hasMailServer(ctx)) return
  const now = ctx.clock.now()
  const listeners = await listDue(ctx.db.read, now)
  let wrote = false
  for (const listener of listeners) {
    const waiting = await countWaiting(ctx.db.read, listener.visto_hasta, now)
    if (waiting.nuevas === 0) continue
    const mail = await noticeMail(ctx, listener, waiting, now)
    wrote = (await ctx.db.write('operadores', (tx) => tell(tx, listener, waiting.ultima, mail, now))) || wrote
  }
}

function listDue(sql: Sql, now: Instant): Promise<Listener[]> {
  return sql
    .selectFrom('report_notices')
    .innerJoin('operators', 'operators.id', 'report_notices.operador_id')
    .select(['operador_id', 'cada_minutos', 'avisado_en', 'visto_hasta', 'nombre', 'correo'])
    .where('operators.baja_en', 'is', null)
    .where('operators.rol', 'in', ['dueno', 'revisor'])
    .execute()
    .then((rows) => rows.filter(({ avisado_en, cada_minutos }) => now >= avisado_en + cada_minutos * MINUTE))
}

interface WaitingNow {
  /** Reported since the last notice, and in review. */
  nuevas: number
  ultima: Instant
  /** All that are in review, and since when the oldest is. */
  total: number
  primera: Instant
}

async function countWaiting(sql: Sql, since: Instant, now: Instant): Promise<WaitingNow> {
  const inReview = sql.selectFrom('purchases').where('estado', '=', IN_REVIEW)
  const [fresh, all] = await Promise.all([
    inReview
      .select((row) => [row.fn.countAll<number>().as('nuevas'), row.fn.max('en_revision_desde').as('ultima')])
      .where('en_revision_desde', '>', since)
      .where('en_revision_desde', '<=', now)
      .executeTakeFirst(),
    inReview
      .select((row) => [row.fn.countAll<number>().as('total'), row.fn.min('en_revision_desde').as('primera')])
      .executeTakeFirst(),
  ])
  return {
    nuevas: Number(fresh?.nuevas ?? 0),
    ultima: Number(fresh?.ultima ?? since) as Instant,
    total: Number(all?.total ?? 0),
    primera: Number(all?.primera ?? since) as Instant,
  }
}

/** @returns false if another process has written meanwhile, or the operator has turned notices off. */
async function tell(tx: Sql, listener: Listener, until: Instant, mail: NewMail, now: Instant): Promise<boolean> {
  const row = await tx
    .updateTable('report_notices')
    .set({ avisado_en: now, visto_hasta: until })
    .where('operador_id', '=', listener.operador_id)
    .where('avisado_en', '=', listener.avisado_en)
    .returning('operador_id')
    .executeTakeFirst()
  if (!row) return false
  await enqueueMail(tx, mail)
  return true
}

async function noticeMail(ctx: Ctx, to: Listener, waiting: WaitingNow, now: Instant): Promise<NewMail> {
  const site = await readSite(ctx)
  const { nuevas, total, primera } = waiting
  const titulo = counted(nuevas, 'pago nuevo por revisar', 'pagos nuevos por revisar')
  return mailTo(site, to, now, {
    clave: anew(`avisos:${to.operador_id}`),
    titulo,
    parrafos: [
      total === nuevas ? 'Esperan en Revisión.' : `Con los de antes son ${total} en Revisión.`,
      `El más viejo espera desde el ${formatInstant(primera)}`,
    ],
    boton: { texto: 'Revisar', enlace: `${publicOrigin(ctx)}/panel/revision` },
    pie: `Te llega uno cada ${to.cada_minutos} minutos como mucho, porque lo pediste. Lo apagas en Cuenta.`,
    vence_en: after(now, STALE),
  })
}
