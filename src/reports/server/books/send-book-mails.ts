import type { Actor } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { enqueueMail, mailTo, type NewMail } from '#mail/server/enqueue-mail.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { addDays, after, type CalendarDate, dayInCaracas, HOUR, type Instant, startOfDay } from '#platform/clock.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { listRaffles } from '#raffles/server/store.ts'
import type { Books, Figures } from '#reconciliation/books-contract.ts'
import { readBooks } from '#reconciliation/server/books/read-books.ts'
import { readSite } from '#site/server/read-site.ts'
import { FIGURE_NAMES, SELDOM } from '../../book-words.ts'
import type { BookMails } from '../../calls.ts'

/** In Caracas: before anybody opens the shop, and after the night's work. */
const SENT_FROM = 7 * HOUR
/** Later it would report the past as the present. */
const STALE = 24 * HOUR

const EVERY = { dia: 'cada día', semana: 'cada lunes', mes: 'el primer día de cada mes' }

/**
 * Mails the books to the addresses that an owner chose, once a period. They are sums, and name no buyer. Several processes may do this
 * simultaneously: the row tells which of them wrote.
 */
export async function sendBookMails(ctx: Ctx): Promise<void> {
  if (!hasMailServer(ctx)) return
  const now = ctx.clock.now()
  if (now - startOfDay(dayInCaracas(now)) < SENT_FROM) return
  const rows = await ctx.db.read.selectFrom('book_mails').selectAll().execute()
  // A period that is later than this one was written by a clock that was ahead.
  const due = rows.filter(({ cada, enviado }) => enviado !== periodOf(now, cada))
  if (due.length === 0) return
  const going = await listRaffles(ctx.db.read, ['publicada', 'pausada', 'cerrada'])
  const all: Books[] = []
  for (const { id, archivada_en } of going) {
    if (archivada_en === null) all.push(await readBooks(ctx, ctx.db.read, id))
  }
  for (const { correo, cada, enviado } of due) {
    const period = periodOf(now, cada)
    const mail = all.length === 0 ? null : await bookMail(ctx, { correo, period, every: EVERY[cada] }, all, now)
    await ctx.db.write('sitio', async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('book_mails')
        .set({ enviado: period })
        .where('correo', '=', correo)
        .where('enviado', '=', enviado)
        .executeTakeFirst()
      if (numUpdatedRows === 1n && mail) await enqueueMail(tx, mail)
    })
  }
}

async function bookMail(
  ctx: Ctx,
  { correo, period, every }: { correo: string; period: string; every: string },
  all: readonly Books[],
  now: Instant,
): Promise<NewMail> {
  const site = await readSite(ctx)
  return mailTo(site, { correo, nombre: '' }, now, {
    clave: `libros:${period}:${correo}`,
    asunto: `Los libros al ${period.split('-').reverse().join('/')}`,
    titulo: 'Los libros de tus rifas',
    parrafos: all.map(({ rifa, total }) => `${rifa.titulo}. ${sumsText(total.ves, total.usd)}`),
    boton: { texto: 'Ver los libros', enlace: `${publicOrigin(ctx)}/panel/rifas` },
    pie: `Te llega ${every} porque un dueño te anotó. Si no lo quieres, pídele que te quite.`,
    vence_en: after(now, STALE),
  })
}

/** `Vendido Bs. 5.200,00 ($7,74); recibido …; falta cobrar …; por devolver …; comisiones ….` */
function sumsText(ves: Figures, usd: Figures): string {
  const said = FIGURE_NAMES.filter(([of]) => of !== 'confirmado' && of !== 'por_verificar')
    .filter(([of]) => !SELDOM.has(of) || ves[of] !== '0.00' || usd[of] !== '0.00')
    .map(([of, name]) => `${name} ${money(ves[of], 'VES')} (${money(usd[of], 'USD')})`)
    .map((text, at) => (at === 0 ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`))
  return `${said.join('; ')}.`
}

function money(text: string, currency: 'VES' | 'USD'): string {
  const amount = parseMoney(text)
  return amount === null ? text : formatMoney(amount, currency)
}

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
    await noteInSite(tx, now, owner, 'correo de libros cambiado', { cada, cuantas: wanted.length })
  })
}

/** The day, week or month of that instant in Caracas, by its first day. */
function periodOf(now: Instant, cada: BookMails['cada']): CalendarDate {
  const day = dayInCaracas(now)
  if (cada === 'dia') return day
  if (cada === 'mes') return `${day.slice(0, 8)}01` as CalendarDate
  // Monday is the first day of the week.
  return addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))
}
