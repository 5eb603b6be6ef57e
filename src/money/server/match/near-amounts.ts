import { addDays, dayInCaracas, type Instant } from '#platform/clock.ts'
import { centsOf, toBolivares, toDollars } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { roundedOff } from '#purchases/owed-sum.ts'
import { PAYMENT_DAYS_BACK } from '#purchases/rules.ts'
import { readRatesInForce } from '#rates/server/rates-in-force.ts'
import { dayNumber, dayOfNumber, type Near } from '../../claim.ts'
import { type ClaimRow, owedCents } from './read-claims.ts'

/** No week changes a rate by more. A wrong rate that was set for some minutes is no rate to pay at. */
const MOST_APART = 0.25

/**
 * Other amounts that may pay reports, where not every céntimo tells payments apart. Only money of the days that a payment may be from when it is
 * reported, and of each the rates of that day alone.
 * @param rows the oldest of them says how far back rates are known.
 */
export async function readNear(sql: Sql, rows: readonly ClaimRow[]): Promise<(row: ClaimRow) => Near | null> {
  const [oldest] = rows.map(({ creado_en }) => dayInCaracas(creado_en)).sort()
  if (oldest === undefined) return () => null
  const known = await sql
    .selectFrom('raffles')
    .select(['id', 'tasa_usd', 'centimos_unicos', 'acepta_cercanos'])
    .execute()
  const raffles = new Map(known.map((raffle) => [raffle.id, raffle]))
  const rates = await readRatesInForce(sql, addDays(oldest, -PAYMENT_DAYS_BACK))
  return (row) => {
    const { total, moneda, monto_moneda } = row
    const [raffle, owed] = [raffles.get(row.rifa_id), owedCents(row)]
    if (!raffle || owed === null || raffle.centimos_unicos !== null || row.centimos_unicos > 0) return null
    const reported = dayNumber(dayInCaracas(row.creado_en))
    // With a raffle's own rate no rate of a day is in force.
    const changed = raffle.tasa_usd === null && moneda !== monto_moneda && monto_moneda !== 'COP'
    return {
      redondeo: monto_moneda === 'VES' ? roundedOff(owed) : 0,
      a_tasa({ dia, en }) {
        if (!changed || dia > reported || dia < reported - PAYMENT_DAYS_BACK) return []
        const change = monto_moneda === 'VES' ? toBolivares : toDollars
        const amounts = rates(dayOfNumber(dia), en as Instant | null).map((rate) =>
          Number(centsOf(change(total, rate))),
        )
        return amounts.filter((amount) => Math.abs(amount - owed) <= owed * MOST_APART)
      },
      acepta: raffle.acepta_cercanos === 1,
    }
  }
}
