import { tailEnd } from '#purchases/payment-tails.ts'
import type { Claim, Credit } from './claim.ts'
import { NEAR } from './likeness.ts'

/** More of one amount and day than a person looks at: those nearest to the report are looked at. */
const AROUND = 24

/** Credits by the keys of reports. */
export interface CreditIndex {
  /** With a reference that ends like one of the report's, on any day and of any amount. */
  byReference(claim: Claim): Set<Credit>
  /** The same in other accounts, of its amount and a day around its days: their payer named another method. */
  elsewhere(claim: Claim): Set<Credit>
  /** Of its amount and its payer. */
  byPayer(claim: Claim): Set<Credit>
  /** Of its amount, a day around its days: those nearest to the report in time, and those that share its last four digits. */
  byAmount(claim: Claim): Set<Credit>
}

export function indexCredits(credits: readonly Credit[]): CreditIndex {
  const ends = new Map<string, Credit[]>()
  const anywhere = new Map<string, Credit[]>()
  const payers = new Map<string, Credit[]>()
  const shorts = new Map<string, Credit[]>()
  const amounts = new Map<string, Credit[]>()
  for (const credit of credits) {
    const account = `${credit.metodo_id}|`
    for (const cola of [...credit.colas, ...credit.avisadas])
      if (isLong(cola)) {
        put(ends, account + tailEnd({ cola }), credit)
        put(anywhere, `${credit.libre}|${tailEnd({ cola })}`, credit)
      }
    const amount = `${account}${credit.libre}|`
    for (const payer of [credit.telefono, credit.documento]) if (payer !== '') put(payers, amount + payer, credit)
    for (const end of lastFour(credit.colas)) put(shorts, amount + end, credit)
    put(amounts, amount + credit.dia, credit)
  }
  for (const some of amounts.values()) some.sort((a, b) => (a.en ?? 0) - (b.en ?? 0) || a.id - b.id)

  return {
    byReference(claim) {
      const found = new Set<Credit>()
      for (const cola of [...claim.colas, ...claim.posibles]) {
        const end = tailEnd({ cola })
        for (const metodo of claim.metodos) add(found, ends.get(`${metodo}|${end}`), claim)
      }
      return found
    },
    elsewhere(claim) {
      const found = new Set<Credit>()
      const days = daysAround(claim)
      for (const cola of claim.colas) {
        const some = anywhere.get(`${claim.debe}|${tailEnd({ cola })}`)
        add(
          found,
          some?.filter(({ metodo_id, dia }) => !claim.metodos.includes(metodo_id) && days.has(dia)),
          claim,
        )
      }
      return found
    },
    byPayer(claim) {
      const found = new Set<Credit>()
      for (const payer of [...claim.telefonos, ...claim.documentos])
        for (const metodo of claim.metodos) add(found, payers.get(`${metodo}|${claim.debe}|${payer}`), claim)
      return found
    },
    byAmount(claim) {
      const found = new Set<Credit>()
      const days = daysAround(claim)
      for (const metodo of claim.metodos) {
        const amount = `${metodo}|${claim.debe}|`
        for (const day of days) add(found, nearest(amounts.get(amount + day) ?? [], claim.en), claim)
        for (const end of lastFour([...claim.colas, claim.corta])) {
          add(
            found,
            shorts.get(amount + end)?.filter(({ dia }) => days.has(dia)),
            claim,
          )
        }
      }
      return found
    },
  }
}

/** The days on which an account may list the payment of that report. */
export function daysAround({ dias }: Claim): Set<number> {
  const days = new Set<number>()
  for (const day of dias) for (let near = day - NEAR; near <= day + NEAR; near++) days.add(near)
  return days
}

function isLong(cola: string): boolean {
  return cola.startsWith('=') || cola.length >= 6
}

function lastFour(colas: readonly string[]): Set<string> {
  return new Set(colas.filter((cola) => !cola.startsWith('=') && cola.length >= 4).map((cola) => cola.slice(-4)))
}

function put(map: Map<string, Credit[]>, key: string, credit: Credit): void {
  const some = map.get(key)
  if (some) some.push(credit)
  else map.set(key, [credit])
}

function add(found: Set<Credit>, some: readonly Credit[] | undefined, { moneda }: Claim): void {
  for (const credit of some ?? []) if (credit.moneda === moneda) found.add(credit)
}

/** Those around an instant, of a list that is in the order of time; all of a short one. */
function nearest(some: readonly Credit[], en: number): readonly Credit[] {
  if (some.length <= AROUND) return some
  let low = 0
  for (let high = some.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((some[middle]?.en ?? 0) < en) low = middle + 1
    else high = middle
  }
  const from = Math.max(0, Math.min(low - AROUND + 4, some.length - AROUND))
  return some.slice(from, from + AROUND)
}
