import type { PayCurrency } from '#platform/money.ts'
import { plainWord } from './plain-word.ts'
import { sideOf } from './side-words.ts'

/** How currencies are written, also by the figures that banks have for them. Any other text is a currency by its code. */
const CURRENCIES: readonly [code: string, RegExp][] = [
  ['VES', /^(bs\.?[sdf]?\.?|ve[sfdb]|vesd?|bolivar(es)?( soberanos?| digital(es)?)?|0?92[68]|0?937)$/],
  ['USD', /^(usd|us|us\$|u\$s|\$us|usd\$|\$usd|dolar(es)?( americanos?| estadounidenses?)?|(us )?dollars?|0?840)$/],
  ['$', /^\$$/],
  ['USDT', /^(usdt|usdc|fdusd|busd)$/],
  ['COP', /^(cop|cop\$|\$cop|col\$|pesos?( colombianos?)?|0?170)$/],
  ['EUR', /^(eur|euros?|€|0?978)$/],
]
/** Others that statements name. */
const OTHERS = /^(GBP|BRL|PEN|CLP|MXN|ARS|PAB|DOP|CAD|CHF|BTC|ETH|BNB|TRX|DAI|£|¥|₿|₮|R\$)$/
/** Currencies that each account takes for its own: dollars in Binance are tokens. */
const OWN: Readonly<Record<PayCurrency, readonly string[]>> = { VES: ['VES'], USD: ['USD', '$'], COP: ['COP', '$'] }

/** `VES`, `USD`, `$`, `USDT`, `COP`, `EUR` and others by their code; null for an unknown text. */
export function knownCurrency(text: string): string | null {
  const plain = plainWord(text)
  return CURRENCIES.find(([, written]) => written.test(plain))?.[0] ?? OTHERS.exec(text.trim())?.[0] ?? null
}

/** Where a currency has to be: there any code is one. */
export function currencyOf(text: string): string | null {
  return knownCurrency(text) ?? /^[A-Z]{3,5}$/.exec(text.trim())?.[0] ?? null
}

/** In place of a currency: a workbook shows a number as one that left, with any sign. */
export const SHOWN_AS_LEFT = '-'

/** The currency that a workbook shows with numbers of a format: `[$USD] #,##0.00`, `"US$" 0.00`, `€ 0.00`; null without one. */
export function currencyOfFormat(format: string): string | null {
  const shown = format.replace(/;.*|[_*].|\[[^\]]*\]/g, '').replace(/\\(.)|"/g, '$1')
  const beside = shown.split(/[#0?][#0?.,]*/).map((text) => text.trim())
  if (/^[-(]/.test(shown) || beside.some((text) => sideOf(text) === 'debito')) return SHOWN_AS_LEFT
  const [, chosen] = /\[\$([^\]-]+)/.exec(format) ?? []
  if (chosen !== undefined) return currencyOf(chosen) ?? chosen.trim()
  const words = beside.flatMap((text) => [text, ...(text.match(/[$€£¥₿]|[^\s$€£¥₿]+/g) ?? [])])
  return words.map(knownCurrency).find((code) => code !== null) ?? null
}

/** Whether money of that currency is of an account. @param tipo of its method */
export function isOwnCurrency(code: string, { moneda, tipo }: { moneda: PayCurrency; tipo: string }): boolean {
  return OWN[moneda].includes(code) || (tipo === 'binance' && code === 'USDT')
}
