import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { addDays, type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { BookMails } from '../../calls.ts'

export async function readBookMails(sql: Sql): Promise<BookMails> {
  const rows = await sql.selectFrom('book_mails').selectAll().orderBy('correo').execute()
  return { cada: rows[0]?.cada ?? 'semana', correos: rows.map(({ correo }) => correo) }
}

/** A new address gets its first mail when the next period begins; a removed one gets none any more. */
export function changeBookMails(ctx: Ctx, owner: Actor, { cada, correos }: BookMails): Promise<void> {
  return ctx.db.write('sitio', async (tx) => {
    const before = await readBookMails(tx)
    const wanted = [...new Set(correos)].sort()
    const same = wanted.join() === before.correos.join()
    if (same && (cada === before.cada || wanted.length === 0)) return
    const now = ctx.clock.now()
    if (before.correos.length > 0) await tx.deleteFrom('book_mails').execute()
    const enviado = periodOf(now, cada)
    if (wanted.length > 0) {
      await tx
        .insertInto('book_mails')
        .values(wanted.map((correo) => ({ correo, cada, enviado })))
        .execute()
    }
    // An address is personal: the journal, which is for ever, keeps only how many.
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: owner,
      accion: 'correo de libros cambiado',
      datos: { cada, cuantas: wanted.length },
    })
  })
}

/** The day, week or month of that instant in Caracas, by its first day. */
export function periodOf(now: Instant, cada: BookMails['cada']): CalendarDate {
  const day = dayInCaracas(now)
  if (cada === 'dia') return day
  if (cada === 'mes') return `${day.slice(0, 8)}01` as CalendarDate
  // Monday is the first day of the week.
  return addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))
}
