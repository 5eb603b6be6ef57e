import type { MailState } from '#mail/contract.ts'
import { USUAL_DAILY } from '#mail/pace.ts'
import { tally } from '#mail/server/letters.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import type { PanelLetter, RaffleLetters } from '../contract.ts'
import { countReach } from './people.ts'
import { type Letter, type LetterPerson, listLetters } from './store.ts'

/** The letters of a raffle, and the reach of another one. @throws AppError 404 */
export async function readRaffleLetters(ctx: Ctx, rifa_id: number): Promise<RaffleLetters> {
  const sql = ctx.db.read
  const raffle = await requireRaffle(sql, rifa_id)
  const [letters, confirmados, todos, al_dia] = await Promise.all([
    listLetters(sql, rifa_id),
    countReach(sql, rifa_id, 'confirmados'),
    countReach(sql, rifa_id, 'todos'),
    lastDaily(sql),
  ])
  return {
    cartas: await describeLetters(ctx, letters),
    titulo: raffle.titulo,
    archivada: raffle.archivada_en !== null,
    alcance: { confirmados, todos },
    al_dia,
  }
}

export async function readLetters(ctx: Ctx) {
  return { cartas: await describeLetters(ctx, await listLetters(ctx.db.read, null)) }
}

/** One letter as the panel shows it. */
export async function describeLetter(ctx: Ctx, letter: Letter): Promise<PanelLetter> {
  const [described] = await describeLetters(ctx, [letter])
  if (!described) throw notFound('Este comunicado no existe')
  return described
}

/** The mail account's daily limit: the lowest of the letters that are leaving, else that of the last one. */
export async function readDaily(ctx: Ctx): Promise<number> {
  const row = await ctx.db.read
    .selectFrom('letters')
    .select((each) => each.fn.min('al_dia').as('al_dia'))
    .where('estado', '=', 'saliendo')
    .executeTakeFirst()
  return row?.al_dia ?? lastDaily(ctx.db.read)
}

/** The mail account's daily limit, from the last letter. */
export async function lastDaily(sql: Sql): Promise<number> {
  const row = await sql.selectFrom('letters').select('al_dia').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.al_dia ?? USUAL_DAILY
}

async function describeLetters(ctx: Ctx, letters: readonly Letter[]): Promise<PanelLetter[]> {
  if (letters.length === 0) return []
  const ids = letters.map(({ id }) => id)
  const [copies, people] = await Promise.all([
    tally(ctx.db.read, 'outbox', ids),
    tally(ctx.db.read, 'letter_people', ids),
  ])
  return letters.map((letter) => describeOne(letter, copies.get(letter.id) ?? {}, people.get(letter.id) ?? {}))
}

function describeOne(
  letter: Letter,
  copies: Partial<Record<MailState, number>>,
  people: Partial<Record<LetterPerson['estado'], number>>,
): PanelLetter {
  const { id, rifa_id, estado, motivo, personas, al_dia, creada_por, terminada_en } = letter
  const { enviado = 0, fallido = 0, pendiente = 0, cancelado = 0 } = copies
  const { escrita = 0 } = people
  // People that it has not come to yet; at its end, those that it could not come to any more.
  const later = Math.max(0, personas - escrita)
  const { rifa } = JSON.parse(letter.marca) as { rifa: string }
  return {
    id,
    rifa_id,
    rifa,
    asunto: (JSON.parse(letter.textos) as { asunto: string }).asunto.replaceAll('{rifa}', rifa),
    estado,
    motivo,
    personas,
    enviadas: enviado,
    fallidas: fallido,
    faltan: pendiente + (estado === 'terminada' ? 0 : later),
    omitidas: cancelado + (estado === 'terminada' ? later : 0),
    al_dia,
    creada_en: new Date(letter.creada_en).toISOString(),
    creada_por,
    terminada_en: terminada_en === null ? null : new Date(terminada_en).toISOString(),
  }
}
