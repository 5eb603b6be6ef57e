import type { Selectable } from 'kysely'
import { appendEntry } from '#journal/server/append-entry.ts'
import { wakeMail } from '#mail/server/delivery/start-delivery.ts'
import { enqueueMail, type NewMail } from '#mail/server/enqueue-mail.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { lockMail, stolenPasswordMail } from '../account/access-mails.ts'
import type { OperatorsTable } from '../schema.ts'
import type { Place } from './session.ts'
import { mayWarn, takeWarning } from './spend-guess.ts'

type Row = Pick<Selectable<OperatorsTable>, 'id' | 'nombre' | 'correo'>

/**
 * Tells an operator, once a day, that the guesses at his account ran out. For a mail that nobody has it asks the database the
 * same and writes nothing.
 */
export async function warnOfLock(ctx: Ctx, correo: string, row: Row | undefined): Promise<void> {
  if (!(await mayWarn(ctx.db.read, 'bloqueo', correo, ctx.clock.now())) || !row) return
  const site = await readSite(ctx)
  await warn(ctx, 'bloqueo', correo, row, 'acceso frenado', lockMail(site, row, ctx.clock.now()))
}

/** Tells an operator, once a day, that somebody in a strange browser had his password and not his code. */
export async function warnOfStolenPassword(ctx: Ctx, row: Row, place: Place): Promise<void> {
  const now = ctx.clock.now()
  if (!(await mayWarn(ctx.db.read, 'clave', row.correo, now))) return
  const site = await readSite(ctx)
  await warn(ctx, 'clave', row.correo, row, null, stolenPasswordMail(site, row, place, now))
}

async function warn(
  ctx: Ctx,
  kind: 'bloqueo' | 'clave',
  whose: string,
  row: Row,
  accion: 'acceso frenado' | null,
  mail: NewMail,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    if (!(await takeWarning(tx, kind, whose, now))) return
    await enqueueMail(tx, mail)
    if (accion === null) return
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: 'sistema',
      accion,
      datos: { operador_id: row.id, nombre: row.nombre },
    })
  })
  wakeMail(ctx)
}
