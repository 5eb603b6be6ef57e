import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { decideMovement } from '#movements/server/decide-movement.ts'
import { MOVEMENTS_LANE } from '#movements/server/record-movements.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockRow } from '#purchases/server/store.ts'
import type { MovementDecision, ShownMovement } from '../../contract.ts'
import { listHeld, showMovements, text } from '../describe.ts'
import { readAccounts } from '../match/read-claims.ts'
import { listLinks, removeLinks } from './link-store.ts'

const DEEDS: Record<MovementDecision['que'], Deed> = {
  devuelto: 'dinero devuelto',
  ignorado: 'dinero ignorado',
  abierto: 'dinero reabierto',
  otra: 'movimiento distinto',
}

/**
 * What becomes of money that nobody reported. What purchases that are no more hold of it goes with it.
 * @throws AppError 404, 409 MOVIMIENTO_USADO, 422 MOTIVO_NECESARIO
 */
export async function decideMoney(
  ctx: Ctx,
  id: number,
  { que, razon = '' }: MovementDecision,
  operator: Operator,
): Promise<ShownMovement> {
  if (razon === '' && (que === 'devuelto' || que === 'ignorado')) {
    throw new AppError(422, 'MOTIVO_NECESARIO', 'Falta el motivo', 'Escribe por qué, en pocas palabras.', {
      extra: { campos: { razon: 'Escribe por qué.' } },
    })
  }
  const known = await ctx.db.read.selectFrom('movements').select('metodo_id').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('Ese movimiento no existe')
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    if (que === 'devuelto' || que === 'ignorado') {
      // Behind the locks of the purchases: one that its buyer corrects at this moment is waited for, and holds its money again.
      for (const { compra_id } of await listHeld(tx, [id])) await lockRow(tx, compra_id)
      const held = await listHeld(tx, [id])
      const links = await listLinks(
        tx,
        held.map(({ compra_id }) => compra_id),
      )
      await removeLinks(
        tx,
        links.filter(({ movimiento_id }) => movimiento_id === id),
      )
    }
    const now = ctx.clock.now()
    const before = await decideMovement(tx, id, { que, razon, actor: operator, now })
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: operator,
      accion: DEEDS[que],
      datos: {
        movimiento: id,
        monto: text(before.centimos),
        moneda: before.moneda,
      },
    })
  })
  const shown = (await showMovements(ctx.db.read, await readAccounts(ctx.db.read), [id])).get(id)
  if (!shown) throw notFound('Ese movimiento no existe')
  return shown
}
