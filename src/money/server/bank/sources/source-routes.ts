import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SealError } from '#platform/server/installation/sealed.ts'
import { SOURCE_CALLS } from '../../../calls.ts'
import type { Receipts } from '../../../sources-contract.ts'
import { bodyText, forwardedNotice } from '../receipts/body-text.ts'
import { decideReceipt } from '../receipts/decide-receipt.ts'
import { openReceipt, type ReceiptRow } from '../receipts/keep-receipt.ts'
import { keepPasted, previewPasted } from '../receipts/paste-notices.ts'
import { addSource, changeKey, changeSource } from './change-source.ts'
import { listSources } from './list-sources.ts'

export function sourceRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, SOURCE_CALLS, {
    'GET /api/panel/fuentes': () => listSources(ctx),
    'POST /api/panel/fuentes': async ({ session, body }) => {
      const llave = await addSource(ctx, session, body)
      return { ...(await listSources(ctx)), llave }
    },
    'POST /api/panel/fuentes/:id': async ({ session, params, body }) => {
      await changeSource(ctx, session, params.id, body)
      return listSources(ctx)
    },
    'POST /api/panel/fuentes/:id/clave': async ({ session, params, body }) => {
      const llave = await changeKey(ctx, session, params.id, body)
      return { ...(await listSources(ctx)), llave }
    },
    'GET /api/panel/fuentes/recibos': () => listReceipts(ctx),
    'POST /api/panel/fuentes/recibos/:id': async ({ operator, params, body }) => {
      await decideReceipt(ctx, operator, params.id, body)
      return listReceipts(ctx)
    },
    'POST /api/panel/fuentes/pegar/vista': ({ body }) => previewPasted(ctx, body),
    'POST /api/panel/fuentes/pegar': ({ operator, body }) => keepPasted(ctx, operator, body),
  })
}

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
