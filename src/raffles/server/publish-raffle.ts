import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { tagBody } from '#platform/server/http/etag.ts'
import { changeSiteWithin } from '#site/server/change-site.ts'
import { storedSite } from '#site/server/read-site.ts'
import type { RaffleImage } from '../contract.ts'
import { fieldsOf } from './raffle-columns.ts'
import { isOver } from './settled.ts'
import { findRaffle, type Raffle, updateUnmoved } from './store.ts'

/**
 * Puts a draft on sale, and on the pages that are to show it, both or neither. A retry after a lost answer does nothing.
 * @param within joins the transaction, before the raffle is on sale. It refuses a retry too, of other words than were published.
 * @throws AppError 404 when there is no such raffle, 409 RIFA_NO_ES_BORRADOR when it has been published before,
 * 409 ESTADO_NO_PERMITE when it was put away, 409 CIERRE_PASADO when its rule ended its sale before it began.
 */
export async function publishRaffle(
  ctx: Ctx,
  id: number,
  actor: Actor,
  pages: readonly SalesPage[] = [],
  within: (tx: Sql, raffle: Raffle) => Promise<void> = async () => {},
): Promise<void> {
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await findRaffle(tx, id)
    if (!raffle) throw notFound(`La rifa ${id} no existe`)
    const published = await isPublishedOn(tx, raffle, pages)
    if (!published) requireDraft(raffle)
    if (!published && isOver(raffle, ctx.clock.now())) throw refusal('CIERRE_PASADO')
    await within(tx, raffle)
    if (published) return
    if (!(await updateUnmoved(tx, raffle, { estado: 'publicada' }))) {
      requireDraft((await findRaffle(tx, id)) ?? raffle)
      throw new Error('a draft that did not move was not published')
    }
    await appendEntry(tx, {
      en: ctx.clock.now(),
      actor,
      accion: 'rifa publicada',
      rifa_id: id,
      datos: await readWords(tx, raffle, pages),
    })
    await changeSiteWithin(tx, Object.fromEntries(pages.map((page) => [settingOf(page), id])), {
      // Owners get one mail about the raffle.
      actor: { id: actor.id, nombre: actor.nombre },
      en: ctx.clock.now(),
    })
  })
}

/**
 * Names all that buyers would read of a draft but its rule and the day that a rule sets: words, pictures and permit. Whoever publishes it
 * names what was seen.
 */
export async function tagSeen(sql: Sql, raffle: Raffle): Promise<string> {
  const permit = await sql.selectFrom('draw_papers').selectAll().where('rifa_id', '=', raffle.id).execute()
  return tagBody(JSON.stringify([{ ...fieldsOf(raffle), fecha: '' }, raffle.imagen, raffle.galeria, permit])).etag
}

/** All that buyers are shown of it from now on: its fields, pages and pictures, its permit with its links, and the prizes of its rule. */
export async function readWords(tx: Sql, raffle: Raffle, paginas: readonly SalesPage[]) {
  const columns = ['permiso_numero', 'permiso_emisor', 'permiso_enlace', 'en_vivo'] as const
  const [permiso] = await tx.selectFrom('draw_papers').select(columns).where('rifa_id', '=', raffle.id).execute()
  const [rule] = await tx.selectFrom('draw_rules').select('texto').where('rifa_id', '=', raffle.id).execute()
  const { premios } = JSON.parse(rule?.texto ?? '{"premios":[]}') as {
    premios: { titulo: string; por: { pagina?: string; partes?: { loteria: string }[] } }[]
  }
  const pictures = [JSON.parse(raffle.imagen ?? 'null'), ...JSON.parse(raffle.galeria)] as (RaffleImage | null)[]
  return {
    nombre: raffle.titulo,
    ...fieldsOf(raffle),
    paginas,
    imagenes: pictures.flatMap((one) => one?.alt ?? []),
    permiso,
    premios: premios.map(({ titulo, por }) => [titulo, por.pagina ?? '', ...(por.partes ?? []).map(lotteryOf)]),
  }
}

const lotteryOf = ({ loteria }: { loteria: string }) => loteria

/** The setting with the raffle of a page. */
export function settingOf(page: SalesPage): 'rifa_a' | 'rifa_b' {
  return page === 'A' ? 'rifa_a' : 'rifa_b'
}

async function isPublishedOn(tx: Sql, { id, estado }: Raffle, pages: readonly SalesPage[]): Promise<boolean> {
  if (estado !== 'publicada') return false
  const site = await storedSite(tx)
  return pages.every((page) => site[settingOf(page)] === id)
}

function requireDraft({ id, estado, archivada_en }: Raffle): void {
  if (archivada_en !== null) {
    throw refusal('ESTADO_NO_PERMITE', {
      error: 'La rifa está archivada',
      details: 'Recupérala para publicarla.',
      estado,
    })
  }
  if (estado !== 'borrador') throw refusal('RIFA_NO_ES_BORRADOR', { details: `La rifa ${id} ya está ${estado}.` })
}
