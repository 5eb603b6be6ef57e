import type { RaffleSales } from '#raffles/panel-contract.ts'
import type { TicketsOfRaffle } from '#raffles/server/tickets-of-raffle.ts'
import { openRaffle } from './path/open-raffle.ts'
import type { Stock } from './store.ts'

/** The tickets' functions for the room of raffles. */
export const ticketsOfRaffle: TicketsOfRaffle = {
  async lock(tx, raffle, now) {
    const state = await openRaffle(tx, raffle, { ended: true }, now)
    return salesOf(state.stock)
  },

  async countOpen(tx, raffleId) {
    const rows = await tx
      .selectFrom('reservations')
      .select((row) => ['estado', row('vence_en', 'is', null).as('sin_fin'), row.fn.countAll<number>().as('cuantas')])
      .where('rifa_id', '=', raffleId)
      .where('estado', 'in', ['apartado', 'cedido', 'en revision', 'en espera'])
      .groupBy(['estado', 'sin_fin'])
      .execute()
    const open = { apartados: 0, en_revision: 0, por_corregir: 0 }
    for (const { estado, sin_fin, cuantas } of rows) {
      const reported = estado === 'en revision' || estado === 'en espera'
      open[!reported ? 'apartados' : sin_fin ? 'en_revision' : 'por_corregir'] += Number(cuantas)
    }
    return open
  },

  async endGraces(tx, raffle, now) {
    const ended = await tx
      .updateTable('reservations')
      .set({ vence_en: now })
      .where('rifa_id', '=', raffle.id)
      .where('estado', '=', 'en revision')
      .where('vence_en', '>', now)
      .returning('id')
      .execute()
    if (ended.length > 0) await openRaffle(tx, raffle, { ended: true }, now)
    return ended.length
  },

  async resize(tx, raffleId, total) {
    // Every number is in the pile, so its shuffled places are worth no more than fresh ones.
    await tx.deleteFrom('free_pile').where('rifa_id', '=', raffleId).execute()
    const { numUpdatedRows } = await tx
      .updateTable('stock')
      .set({ total_numeros: total, libres: total, sin_dueno: total })
      .where('rifa_id', '=', raffleId)
      .where('libres', '=', (row) => row.ref('total_numeros'))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error('a raffle with tickets taken was given another number of them')
  },

  async read(sql, raffles, now) {
    const ids = raffles.map(({ id }) => id)
    if (ids.length === 0) return new Map()
    const [stocks, expired] = await Promise.all([
      sql.selectFrom('stock').selectAll().where('rifa_id', 'in', ids).execute(),
      // Nobody has given them back yet.
      sql
        .selectFrom('reservations')
        .select((select) => ['rifa_id', 'estado', select.fn.sum<number>('cantidad').as('cantidad')])
        .where('rifa_id', 'in', ids)
        .where('vence_en', '<=', now)
        .where('estado', 'in', ['apartado', 'en revision'])
        .groupBy(['rifa_id', 'estado'])
        .execute(),
    ])
    const sales = new Map(stocks.map((stock) => [stock.rifa_id, salesOf(stock)]))
    for (const { rifa_id, estado, cantidad } of expired) {
      const known = sales.get(rifa_id)
      if (!known) continue
      known.libres += Number(cantidad)
      known[estado === 'apartado' ? 'apartados' : 'en_revision'] -= Number(cantidad)
    }
    return sales
  },
}

/** Numbers that have an owner and are not confirmed were picked: those to be drawn have none until then. */
function salesOf(stock: Stock): RaffleSales {
  const { total_numeros, libres, apartados, en_revision, confirmados, en_espera, sin_dueno } = stock
  return { libres, apartados, en_revision, confirmados, en_espera, elegidos: total_numeros - confirmados > sin_dueno }
}
