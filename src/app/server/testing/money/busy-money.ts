import { noteWritten } from '#journal/server/testing/note-written.ts'
import { addAskedSource } from '#money/server/bank/testing/asked-source.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import { type Shop, signInAgain } from '../shop.ts'
import { comeIn, PRICE } from './money-shop.ts'

/** Money for the account of the busy shop, and its sources: a row in every table of money. @returns the credits. */
export async function bringMoney({ ctx }: Shop): Promise<number[]> {
  const now = ctx.clock.now()
  const money = await comeIn({ ctx }, [
    { referencia: '70010001111', centimos: 2 * PRICE },
    { referencia: '70010002222', telefono_origen: '584145550001', nombre_origen: 'ANA PEREZ' },
    { referencia: '70010003333', documento_origen: 'V20000001' },
    { referencia: '70010004444', concepto: 'RIFA' },
  ])
  // A notice about a movement that another source had reported, and a commission.
  await comeIn({ ctx }, [{ referencia: '10002222' }], { fuente: 'aviso', confianza: 'aviso' })
  await comeIn({ ctx }, [{ sentido: 'debito', centimos: 201, referencia: '70010001111' }])
  await addAskedSource(ctx, 'bdv', { cuenta: '01020000000000000001' }, { clave: 'de-prueba' }, { leido_hasta: now })
  await ctx.db.write('fuentes', async (tx) => {
    for (const at of [1, 2]) {
      await tx
        .insertInto('movement_receipts')
        .values({
          ...{ fuente_id: 1, recibido_en: now, sha256: `recibo ${at}`, cuerpo: `s1.${at}`, motivo: '' },
          ...{ estado: at === 1 ? 'leido' : 'descartado', movimiento_id: money[at] ?? null },
          ...{ decidido_por: '', decidido_por_id: null, decidido_en: null },
        })
        .execute()
      await tx
        .insertInto('statement_imports')
        .values({
          ...{ metodo_id: 1, archivo: `extracto-${at}.csv`, sha256: `${at}`.repeat(64), formato: 'Banesco' },
          ...{ leidos: 10 + at, nuevos: 4 * at, rechazados: at, omitidos: 0, desde: null, hasta: null },
          ...{ leido_hasta: now, por: 'Marisela', por_id: 1, empezado_en: now, terminado_en: now },
        })
        .execute()
      await tx
        .insertInto('statement_maps')
        .values({ metodo_id: at, huella: `nombres ${at}`, mapa: `{"cabecera":${at}}`, cambiado_en: now })
        .execute()
      await tx
        .insertInto('automatic_confirming')
        .values({
          ...{ rifa_id: at, activa: 0, tope_cantidad: 50 * at, tope_suma: `${at}00.00` as never, version: 1 },
        })
        .execute()
    }
    await noteWritten(tx, { raffles: [1, 2] })
  })
  return money
}

/** A person links some of it to open purchases, as the panel does, and marks another movement as returned. */
export async function decideMoney(
  { ctx, app }: Shop,
  [both = 0, one = 0, other = 0, last = 0]: readonly number[],
): Promise<void> {
  const headers = await signInAgain(app)
  const alive: PurchaseState[] = ['confirmado', 'en revision']
  const paid = await ctx.db.read
    .selectFrom('purchases')
    .select('id')
    .where('rifa_id', '=', 1)
    .where('estado', 'in', alive)
    .where('monto_moneda', '=', 'VES')
    .orderBy('id')
    .execute()
  const ask = async (path: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url: `/api/panel/conciliacion${path}`, payload, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  const pairs = [both, both, one, other].map((id, at) => ({ compra_id: paid[at]?.id ?? 0, movimientos: [{ id }] }))
  for (const pair of pairs) await ask('/unir', pair)
  await ask(`/movimientos/${last}`, { que: 'devuelto', razon: 'Se transfirió de vuelta' })
}
