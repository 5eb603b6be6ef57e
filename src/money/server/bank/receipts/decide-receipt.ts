import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { findMethod } from '#payment-methods/server/store.ts'
import { type CalendarDate, parseDay } from '#platform/clock.ts'
import { notFound, refusal, refuseFields } from '#platform/errors.ts'
import { readTypedMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { caracasInstant, isRecentDay } from '../../../caracas-time.ts'
import { type MovementType, type Told, UNSAID } from '../../../movement.ts'
import { payerPhone } from '../../../payer-words.ts'
import type { ReceiptDecision, TypedMovement } from '../../../sources-contract.ts'
import { MOVEMENTS_LANE } from '../record-movements.ts'
import { recordOne } from './read-receipts.ts'

const TYPES: Partial<Record<string, MovementType>> = {
  zelle: 'zelle',
  binance: 'binance',
  transferencia: 'transferencia',
}

/**
 * A person's decision about a notice that no rule can read: money that came in, or nothing.
 * @throws AppError 404, 409 AVISO_DECIDIDO, 422 DATOS_INVALIDOS
 */
export async function decideReceipt(
  ctx: Ctx,
  operator: Operator,
  id: number,
  decision: ReceiptDecision,
): Promise<void> {
  const receipt = await ctx.db.read
    .selectFrom('movement_receipts')
    .innerJoin('movement_sources', 'movement_sources.id', 'fuente_id')
    .select(['metodo_id', 'nombre', 'sha256', 'recibido_en'])
    .where('movement_receipts.id', '=', id)
    .executeTakeFirst()
  const method = receipt && (await findMethod(ctx.db.read, receipt.metodo_id))
  if (!receipt || !method) throw notFound('Ese aviso no existe')
  const en = ctx.clock.now()
  const told =
    decision.que === 'anotar'
      ? readTyped(decision, { id, tipo: TYPES[method.tipo] ?? 'pago_movil', moneda: method.moneda ?? 'VES' }, en)
      : null
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const decided = await tx
      .updateTable('movement_receipts')
      .set({
        estado: told === null ? 'descartado' : 'a_mano',
        decidido_por: operator.nombre,
        decidido_por_id: operator.id,
        decidido_en: en,
      })
      .where('id', '=', id)
      .where('estado', '=', 'ilegible')
      .returning('id')
      .executeTakeFirst()
    if (!decided) throw refusal('AVISO_DECIDIDO')
    if (told !== null) {
      const { metodo_id, sha256: crudo_sha256 } = receipt
      const word = { metodo_id, fuente: 'a_mano', confianza: 'aviso', crudo_sha256, now: en } as const
      const movimiento_id = await recordOne(tx, word, told)
      await tx.updateTable('movement_receipts').set({ movimiento_id }).where('id', '=', id).execute()
    }
    await appendEntry(tx, {
      ambito: 'sitio',
      en,
      actor: operator,
      accion: told === null ? 'aviso descartado' : 'aviso anotado a mano',
      datos: { aviso_id: id, fuente: receipt.nombre, ...(told && { centimos: told.centimos, moneda: told.moneda }) },
    })
  })
}

/** @throws AppError 422 DATOS_INVALIDOS */
function readTyped(
  typed: TypedMovement,
  { id, tipo, moneda }: { id: number } & Pick<Told, 'tipo' | 'moneda'>,
  now: Parameters<typeof isRecentDay>[1],
): Told {
  const campos: Record<string, string> = {}
  const monto = readTypedMoney(typed.monto)
  const centimos = monto === null || monto === 'ambigua' ? 0 : Number(monto.replace('.', ''))
  if (monto === 'ambigua') campos['monto'] = 'Escribe los céntimos: 1.300,00 o 1,30.'
  else if (centimos <= 0) campos['monto'] = 'Escribe el monto, como 1.300,50.'
  const dia = parseDay(typed.fecha)
  if (dia === null || !isRecentDay(dia, now)) campos['fecha'] = 'Ese día no puede ser.'
  const en = dia && typed.hora !== '' ? caracasInstant(dia, typed.hora) : null
  if (typed.hora !== '' && en === null) campos['hora'] = 'Escribe la hora como 15:43.'
  const telefono_origen = payerPhone(typed.telefono)
  if (typed.telefono !== '' && telefono_origen === '') campos['telefono'] = 'Escribe un teléfono como 0412-1234567.'
  refuseFields(campos)
  return {
    ...UNSAID,
    id_banco: `aviso:${id}`,
    sentido: 'credito',
    tipo,
    centimos,
    moneda,
    dia: dia as CalendarDate,
    en,
    referencia: typed.referencia,
    telefono_origen,
    nombre_origen: typed.nombre,
  }
}
