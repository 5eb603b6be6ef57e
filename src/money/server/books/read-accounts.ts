import { sql as raw } from 'kysely'
import { allMethods } from '#payment-methods/server/store.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, isOneOf } from '#platform/server/db/many.ts'
import type { BookAccount } from '../../books-contract.ts'
import { accountOf, listAccounts } from './account-of.ts'

/** From a day on, and before another. */
export interface Days {
  desde: CalendarDate
  hasta: CalendarDate
}

/** Methods with accounts that received money of a raffle, also where its purchases name none. */
export async function listPaidInto(sql: Sql, raffleId: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('movement_links')
    .innerJoin('purchases', 'purchases.id', 'movement_links.compra_id')
    .innerJoin('movements', 'movements.id', 'movement_links.movimiento_id')
    .select('movements.metodo_id')
    .distinct()
    .where('rifa_id', '=', raffleId)
    .execute()
  return rows.map(({ metodo_id }) => metodo_id)
}

const sum = (cents: string) => raw<number>`cast(sum(${raw.raw(cents)}) as bigint)`
const FREE = 'centimos - unido - devuelto - ignorado'

/**
 * Money that came into the accounts of those methods and left them, for any purpose.
 * @param reversed credits that a bank took back.
 * @param days of the movements; all of them by default.
 */
export async function readBookAccounts(
  sql: Sql,
  ids: readonly number[],
  reversed: readonly number[],
  days?: Days,
): Promise<BookAccount[]> {
  if (ids.length === 0) return []
  const [methods, accounts] = [await allMethods(sql), await listAccounts(sql)]
  const wanted = new Set(ids.map((id) => accounts.get(id) ?? id))
  const all = methods.filter(({ id }) => wanted.has(accounts.get(id) ?? id))
  const fee = raw<number>`case when sentido = 'debito' and (lower(concepto) like '%comisi%' or lower(concepto) like '%igtf%' or exists (select 1 from movements c where c.fin = movements.fin and c.fin <> '' and c.cola = movements.cola and ${accountOf('c.metodo_id', accounts)} = ${accountOf('movements.metodo_id', accounts)} and c.moneda = movements.moneda and c.sentido = 'credito' and c.centimos > movements.centimos)) then 1 else 0 end`
  // Joining it to a purchase or returning it says that it is another one.
  const again = raw<number>`case when repetida_de is not null and unido + devuelto = 0 then 1 else 0 end`
  const back = raw<number>`case when ${isOneOf(sql, 'id', reversed)} then 1 else 0 end`
  const rows = await sql
    .selectFrom('movements')
    .select(['metodo_id', 'moneda', 'sentido', fee.as('comision'), again.as('repetida'), back.as('revertida')])
    .select([
      sum('centimos').as('centimos'),
      sum('unido').as('unido'),
      sum('devuelto').as('devuelto'),
      sum('ignorado').as('ignorado'),
      sum(FREE).as('libre'),
      sum(`case when unido > 0 then ${FREE} else 0 end`).as('sobra'),
    ])
    .where('metodo_id', 'in', idsOf(all))
    .$if(days !== undefined, (some) =>
      some.where('dia', '>=', (days as Days).desde).where('dia', '<', (days as Days).hasta),
    )
    .groupBy(['metodo_id', 'moneda', 'sentido', 'comision', 'repetida', 'revertida'])
    .orderBy('metodo_id')
    .orderBy('moneda', 'desc')
    .execute()
  const books = Map.groupBy(rows, ({ metodo_id, moneda }) => `${accounts.get(metodo_id) ?? metodo_id}|${moneda}`)
  return [...books.values()].flatMap((those) => {
    const [first] = those
    if (!first) return []
    const account = accounts.get(first.metodo_id) ?? first.metodo_id
    const told = new Set(those.map(({ metodo_id }) => metodo_id))
    const titles = all.filter(({ id }) => told.has(id)).map(({ titulo }) => titulo)
    const once = those.filter(({ repetida }) => Number(repetida) === 0)
    const came = once.filter(({ sentido }) => sentido === 'credito')
    const stayed = came.filter(({ revertida }) => Number(revertida) === 0)
    const left = once.filter(({ sentido }) => sentido === 'debito')
    const again = those.filter(({ repetida }) => Number(repetida) === 1)
    return {
      metodo_id: account,
      titulo: titles.join(' y ') || `Cuenta ${account}`,
      moneda: first.moneda,
      entro: total(came, ({ centimos }) => centimos),
      unido: total(stayed, ({ unido }) => unido),
      sobra: total(stayed, ({ sobra }) => sobra),
      sin_reporte: total(stayed, ({ libre, sobra }) => Number(libre) - Number(sobra)),
      devuelto: total(came, ({ devuelto }) => devuelto),
      ignorado: total(came, ({ ignorado }) => ignorado),
      revertido: total(came, ({ revertida, unido, libre }) =>
        Number(revertida) === 1 ? Number(unido) + Number(libre) : 0,
      ),
      comisiones: total(left, ({ comision, centimos }) => (Number(comision) === 1 ? centimos : 0)),
      otras_salidas: total(left, ({ comision, centimos }) => (Number(comision) === 0 ? centimos : 0)),
      repetido: total(again, ({ sentido, centimos }) => (sentido === 'credito' ? centimos : 0)),
      salidas_repetidas: total(again, ({ sentido, centimos }) => (sentido === 'debito' ? centimos : 0)),
    }
  })
}

function total<Row>(rows: readonly Row[], of: (row: Row) => number) {
  return moneyOfCents(rows.reduce((all, row) => all + Number(of(row)), 0))
}
