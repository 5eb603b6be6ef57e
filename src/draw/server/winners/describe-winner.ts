import { after, formatInstant, HOUR, type Instant, writeInstant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { shortName } from '#purchases/server/search/short-name.ts'
import { listByIds, type Purchase } from '#purchases/server/store.ts'
import type { DrawPicture, PanelWinner, WinnerState } from '../../draw-contract.ts'
import type { DrawRule } from '../../rule.ts'
import { listPictures, listWinners, type WinnerRow } from '../store-winners.ts'

/** The panel's view of a raffle's winners, with those who lost their prize; by prize, in the order in which they won. */
export async function describeWinners(
  sql: Sql,
  rifaId: number,
  about: { rule: DrawRule; rifa: string; sitio: string; now: Instant },
): Promise<Map<number, PanelWinner[]>> {
  const winners = await listWinners(sql, rifaId)
  if (winners.length === 0) return new Map()
  const [purchases, pictures, mails] = await Promise.all([
    listByIds(
      sql,
      winners.map(({ compra_id }) => compra_id),
    ),
    listPictures(sql, rifaId),
    mailsOf(sql, winners),
  ])
  const known = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  const described = winners.map((winner) => {
    const purchase = known.get(winner.compra_id)
    if (!purchase) throw new Error('a winner without his purchase')
    return {
      premio: winner.premio,
      said: describe(winner, purchase, pictures, mails.get(winnerMailKey(winner)), about),
    }
  })
  const by = Map.groupBy(described, ({ premio }) => premio)
  return new Map([...by].map(([premio, those]) => [premio, those.map(({ said }) => said)]))
}

/** Key of the mail that tells a winner. */
export function winnerMailKey({ rifa_id, orden }: Pick<WinnerRow, 'rifa_id' | 'orden'>): string {
  return `sorteo:${rifa_id}:ganador:${orden}`
}

/** State of the mail that tells a winner. */
export interface Told {
  estado: NonNullable<PanelWinner['aviso']>
  enviado_en: Instant | null
}

/** State of the last mail to each winner, by the key of the first: another one follows when a mark was taken back. */
export async function mailsOf(sql: Sql, winners: readonly WinnerRow[]): Promise<Map<string, Told>> {
  const rows = await sql
    .selectFrom('outbox')
    .select(['clave', 'estado', 'enviado_en'])
    .where(
      isOneOf(
        sql,
        'compra_id',
        winners.map(({ compra_id }) => compra_id),
      ),
    )
    .where('clave', 'like', 'sorteo:%:ganador:%')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ clave, ...told }) => [clave.split(':').slice(0, 4).join(':'), told]))
}

/** End of the time to claim; null while the winner is untold: a mail that did not leave tells nobody. */
export function endOfClaim(
  { avisado_por, reclama_hasta }: Pick<WinnerRow, 'avisado_por' | 'reclama_hasta'>,
  told: Told | undefined,
  hours: number,
): Instant | null {
  if (reclama_hasta === null || avisado_por !== '') return reclama_hasta
  if (told?.estado !== 'enviado' || told.enviado_en === null) return null
  return Math.max(reclama_hasta, after(told.enviado_en, hours * HOUR)) as Instant
}

function describe(
  winner: WinnerRow,
  purchase: Purchase,
  pictures: ReadonlyMap<number, DrawPicture>,
  told: Told | undefined,
  { rule, rifa, sitio, now }: { rule: DrawRule; rifa: string; sitio: string; now: Instant },
): PanelWinner {
  const { estado } = winner
  const prize = rule.premios[winner.premio]
  const hasta = endOfClaim(winner, told, prize?.reclamo_horas ?? 0)
  const { id, codigo, nombre, cedula, telefono, correo } = purchase
  return {
    id: winner.id,
    numero: winner.numero,
    estado,
    version: winner.version,
    reclama_hasta: written(hasta),
    puede_vencer: estado === 'avisado' && hasta !== null && now >= hasta,
    entrega_dia: winner.entrega_dia,
    vencido_en: written(winner.vencido_en),
    notas: winner.notas,
    fotos: (JSON.parse(winner.fotos) as number[]).flatMap((one) => pictures.get(one) ?? []),
    mostrar_nombre: winner.mostrar_nombre === 1,
    mostrar_fotos: winner.mostrar_fotos === 1,
    nombre_publico: shortName(nombre),
    persona: { compra_id: id, compra: codigo, nombre, cedula, telefono, correo },
    aviso: told?.estado ?? null,
    whatsapp: winnerText({
      nombre,
      numero: winner.numero,
      premio: prize?.titulo ?? '',
      rifa,
      sitio,
      hasta: hasta === null ? null : formatInstant(hasta),
      horas: prize?.reclamo_horas ?? 0,
    }),
    deshacer: stateBefore(winner),
  }
}

/** State before a mistaken mark; null if there was no mark, or if it was a mail. */
export function stateBefore({
  estado,
  avisado_en,
  avisado_por,
}: Pick<WinnerRow, 'estado' | 'avisado_en' | 'avisado_por'>): WinnerState | null {
  if (estado === 'entregado') return 'reclamado'
  if (estado === 'reclamado') return avisado_en === null ? 'por_avisar' : 'avisado'
  // A mail to the winner is not taken back.
  return estado === 'avisado' && avisado_por !== '' ? 'por_avisar' : null
}

export function written(at: Instant | null): string | null {
  return at === null ? null : writeInstant(at)
}

/** An operator's message to a winner, as a draft. */
export function winnerText(about: {
  nombre: string
  numero: string
  premio: string
  rifa: string
  sitio: string
  /** End of the time to claim, `20 de noviembre, 10:41 a. m.`; null before the winner was told. */
  hasta: string | null
  /** Null without a rule, which has no term. */
  horas: number | null
}): string {
  const { nombre, numero, premio, rifa, sitio, hasta, horas } = about
  const [first = ''] = nombre.split(' ')
  const term = hasta === null ? `Tienes ${horas} horas` : `Tienes hasta el ${hasta}`
  const answer = horas === null ? 'Respóndenos' : `${term} para reclamarlo: respóndenos`
  return `Hola ${first}, te escribimos de ${sitio}. ¡Tu número ${numero} ganó «${premio}» de «${rifa}»! ${answer} por aquí. Nadie te va a pedir dinero para entregarte el premio.`
}
