import type { MethodKind } from '#payment-methods/methods.ts'
import { formatMoney, type Money, parseMoney, parseRate } from '#platform/money.ts'
import { makeQuote } from '#tickets/quote.ts'
import { owedSum } from '../../owed-sum.ts'
import type { SaleChoices, SoldRaffle } from '../../sale-contract.ts'

/** What the buyer owes for that many tickets, by that method or in cash, as the server will reckon it. */
export function saleTotals(
  raffle: SoldRaffle,
  methods: SaleChoices['metodos'],
  kind: MethodKind | null,
  count: number,
) {
  const tasa = parseRate(raffle.tasa ?? '')
  const quote = makeQuote(
    { precio: parseMoney(raffle.precio) ?? ('0.00' as Money), moneda: raffle.moneda },
    count,
    tasa && { tasa, nombre: '', fecha: '', verificada: true },
  )
  const own = formatMoney(quote.total as Money, raffle.moneda)
  const method = kind === null ? undefined : methods.find(({ tipo }) => tipo === kind)
  if (method) {
    const owed = owedSum(method, quote)
    const shown = owed === null ? own : formatMoney(owed, method.moneda)
    return { total: quote.total, owed: shown, also: shown === own ? '' : own }
  }
  const other =
    raffle.moneda === 'USD'
      ? quote.total_bs && formatMoney(quote.total_bs as Money, 'VES')
      : quote.total_usd && formatMoney(quote.total_usd as Money, 'USD')
  return { total: quote.total, owed: own, also: other ? `o ${other}` : '' }
}
