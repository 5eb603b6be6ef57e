import type { Ctx } from '#platform/server/context.ts'
import { SealError } from '#platform/server/installation/sealed.ts'
import type { Receipts } from '../../sources-contract.ts'
import { bodyText, forwardedNotice } from './body-text.ts'
import { openReceipt, type ReceiptRow } from './keep-receipt.ts'

/** So many that wait for a person, and so many of the last ones. */
const [WAITING, LAST] = [100, 20]

/** Receipts: first the unreadable ones, then the last of the rest. Those of polled banks are shown as money alone. */
export async function listReceipts(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<Receipts> {
  const all = ctx.db.read
    .selectFrom('movement_receipts')
    .innerJoin('movement_sources', 'movement_sources.id', 'fuente_id')
    .selectAll('movement_receipts')
    .select(['nombre', 'via'])
    .orderBy('movement_receipts.id', 'desc')
  const unread = await all.where('estado', '=', 'ilegible').limit(WAITING).execute()
  const last = await all
    .where('estado', '<>', 'ilegible')
    .where((row) => row.or([row('via', '<>', 'lectura'), row('estado', '<>', 'leido')]))
    .limit(LAST)
    .execute()
  return {
    recibos: [...unread, ...last].map((row) => ({
      id: row.id,
      fuente_id: row.fuente_id,
      fuente: row.nombre,
      recibido_en: new Date(row.recibido_en).toISOString(),
      estado: row.estado,
      motivo: row.motivo,
      veces: row.veces,
      texto: textOf(ctx, row, row.via === 'aviso'),
    })),
  }
}

/** The notice, or all of a bank's message; null where it cannot be opened. */
function textOf(ctx: Pick<Ctx, 'keys'>, row: ReceiptRow, notice: boolean): string | null {
  try {
    const body = openReceipt(ctx, row)
    const { texto, otros } = forwardedNotice(body)
    const text = (notice && [texto, ...otros].filter(Boolean).join('\n')) || bodyText(body)
    return text.replace(/[^\P{C}\n]/gu, ' ').slice(0, 2000)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
