import { formatInstant, type Instant, writeInstant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { listByIds, type Purchase } from '#purchases/server/store.ts'
import type { DrawPicture, PanelWinner, WinnerState } from '../../draw-contract.ts'
import type { DrawRule } from '../../rule.ts'
import { publicName, winnerText } from '../../winner-words.ts'
import { listPictures, listWinners, type WinnerRow } from '../store-winners.ts'

/** What the panel says of the winners of a raffle, those who lost their prize too; by prize, in the order in which they won. */
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
    mailStates(sql, winners),
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

/** Of the mail that tells a winner. */
export function winnerMailKey({ rifa_id, orden }: Pick<WinnerRow, 'rifa_id' | 'orden'>): string {
  return `sorteo:${rifa_id}:ganador:${orden}`
}

async function mailStates(sql: Sql, winners: readonly WinnerRow[]) {
  const rows = await sql
    .selectFrom('outbox')
    .select(['clave', 'estado'])
    .where('clave', 'in', winners.map(winnerMailKey))
    .execute()
  return new Map(rows.map(({ clave, estado }) => [clave, estado]))
}

function describe(
  winner: WinnerRow,
  purchase: Purchase,
  pictures: ReadonlyMap<number, DrawPicture>,
  aviso: PanelWinner['aviso'] | undefined,
  { rule, rifa, sitio, now }: { rule: DrawRule; rifa: string; sitio: string; now: Instant },
): PanelWinner {
  const { reclama_hasta, estado } = winner
  const prize = rule.premios[winner.premio]
  const { id, codigo, nombre, cedula, telefono, correo } = purchase
  return {
    id: winner.id,
    numero: winner.numero,
    codigo: winner.codigo,
    estado,
    version: winner.version,
    ganado_en: writeInstant(winner.ganado_en),
    avisado_en: written(winner.avisado_en),
    reclama_hasta: written(reclama_hasta),
    puede_vencer: estado === 'avisado' && reclama_hasta !== null && now >= reclama_hasta,
    reclamado_en: written(winner.reclamado_en),
    entrega_dia: winner.entrega_dia,
    vencido_en: written(winner.vencido_en),
    notas: winner.notas,
    fotos: (JSON.parse(winner.fotos) as number[]).flatMap((one) => pictures.get(one) ?? []),
    mostrar_nombre: winner.mostrar_nombre === 1,
    mostrar_fotos: winner.mostrar_fotos === 1,
    nombre_publico: publicName(nombre),
    persona: { compra_id: id, compra: codigo, nombre, cedula, telefono, correo },
    aviso: aviso ?? null,
    whatsapp: winnerText({
      nombre,
      numero: winner.numero,
      premio: prize?.titulo ?? '',
      rifa,
      sitio,
      hasta: reclama_hasta === null ? null : formatInstant(reclama_hasta),
      horas: prize?.reclamo_horas ?? 0,
    }),
    deshacer: stateBefore(winner),
  }
}

/** Which state a mistake goes back to; null where nothing was said yet, and of what everybody was told. */
export function stateBefore({
  estado,
  avisado_en,
  avisado_por,
}: Pick<WinnerRow, 'estado' | 'avisado_en' | 'avisado_por'>): WinnerState | null {
  if (estado === 'entregado') return 'reclamado'
  if (estado === 'reclamado') return avisado_en === null ? 'por_avisar' : 'avisado'
  // A mail that told him is not taken back.
  return estado === 'avisado' && avisado_por !== '' ? 'por_avisar' : null
}

function written(at: Instant | null): string | null {
  return at === null ? null : writeInstant(at)
}
