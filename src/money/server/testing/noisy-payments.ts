import { addDays, type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { type Money, moneyOfCents } from '#platform/money.ts'
import type { Randomness } from '#platform/server/random.ts'
import type { Claim, Credit } from '../../claim.ts'
import { type Movement, UNSAID } from '../../movement.ts'
import { movementTail, tailsAgree } from '../../movement-tail.ts'
import { type Accounts, type ClaimRow, toClaim } from '../match/read-claims.ts'
import { type CreditRow, toCredit } from '../match/read-credits.ts'
import { bankNoise } from './bank-noise.ts'

/** Data that tell payments apart. */
export type Kind = 'centimos' | 'interbancario' | 'bdv' | 'monto'
export const KINDS: readonly Kind[] = ['centimos', 'interbancario', 'bdv', 'monto']

/** A statement and its reports with the faults of real ones (movements.md), and which report is which credit's. */
export interface NoisyPayments {
  claims: Claim[]
  credits: Credit[]
  /** Id of the credit of each report that was paid; those that were not are not in it. */
  truth: Map<number, number>
  kindOf: Map<number, Kind>
}

/** Of 2, 4, 6, 10 and 20 tickets of three dollars at one rate, of the smallest unit. */
const SUMS = [402_854, 805_708, 1_208_562, 2_014_271, 4_028_541]
const A_DAY = 300
const DAY = 86_400_000
const FIRST = Date.parse('2026-01-05T04:00:00Z')
const ACCOUNT = 1
const HOUSE = '0102'
const OTHERS = ['0134', '0105', '0108', '0172', '0191', '0175']
const NAMES = ['ANA', 'LUIS', 'CARMEN', 'JOSE', 'MARIA', 'PEDRO', 'YUSMARY', 'WILMER', 'ROSA', 'EDIXON']
const FAMILIES = ['PEREZ', 'ROJAS', 'GIL', 'MORA', 'SUAREZ', 'BLANCO', 'TOVAR', 'RINCON', 'PRIETO', 'COLINA']

const accounts: Accounts = {
  of: () => [ACCOUNT],
  titles: new Map([[ACCOUNT, 'BDV']]),
  names: new Map(),
  bankOf: () => HOUSE,
}

/** The same as rows, as a form would send them and a source would report them. */
export interface NoisyRows {
  claims: ClaimRow[]
  credits: (CreditRow & Movement)[]
  truth: Map<number, number>
  kindOf: Map<number, Kind>
}

/**
 * @param kinds of the payments, in turn.
 * @param hour whether the source gives it: most statements give the day alone.
 */
export function noisyPayments(
  random: Randomness,
  count: number,
  kinds: readonly Kind[],
  { hour = true }: { hour?: boolean } = {},
): NoisyPayments {
  const { claims, credits, truth, kindOf } = noisyRows(random, count, kinds)
  const { twice, debits, takenBack } = bankNoise(random, credits)
  const byEnd = Map.groupBy(debits, ({ cola }) => cola.slice(-6))
  return {
    kindOf,
    // Money that the bank took back pays nobody.
    truth: new Map([...truth].filter(([, id]) => !takenBack.has(id))),
    claims: claims.map((row) => toClaim(row, accounts, () => null)),
    credits: [...credits, ...twice].map((row) => {
      const back = byEnd
        .get(row.cola.slice(-6))
        ?.some((debit) => debit.centimos === row.centimos && tailsAgree(debit.cola, row.cola))
      return toCredit(hour ? row : { ...row, en: null }, accounts, back)
    }),
  }
}

/**
 * @param first midnight in Caracas before the first payment.
 * @param sums prices of the shop, of the smallest unit: everybody pays one of them.
 */
export function noisyRows(
  random: Randomness,
  count: number,
  kinds: readonly Kind[],
  { first = FIRST, sums = SUMS }: { first?: number; sums?: readonly number[] } = {},
): NoisyRows {
  const told: NoisyRows = { claims: [], credits: [], truth: new Map(), kindOf: new Map() }
  const chance = (percent: number) => random.below(10_000) < percent * 100
  const digits = (length: number) => Array.from({ length }, () => random.below(10)).join('')
  const one = <T>(list: readonly T[]) => list[random.below(list.length)] as T
  let ids = 0
  let who = 0
  let sum = sums[0] as number
  const cents = new Map<number, number>()

  /** Minutes between a payment and its report: most a few, some an hour, a few many. */
  const delay = () => (chance(2) ? 60 + random.below(600) : chance(10) ? 8 + random.below(22) : 1 + random.below(7))

  function enter(movement: Omit<Movement, 'sentido' | 'tipo' | 'moneda'>): number {
    const id = ++ids
    const tail = movementTail(movement.referencia, 'pago_movil')
    const row = {
      ...movement,
      ...tail,
      id,
      metodo_id: ACCOUNT,
      unido: 0,
      devuelto: 0,
      ignorado: 0,
      cola_avisada: '',
      repetida_de: null,
    }
    told.credits.push({ ...row, sentido: 'credito', tipo: 'pago_movil', moneda: 'VES', confianza: 'banco' })
    return id
  }

  /** As a person copies it from the receipt. */
  function copied(receipt: string): string {
    const way = random.below(1_000)
    if (way < 700) return receipt
    if (way < 850) return receipt.slice(-8)
    if (way < 930) return receipt.slice(-6)
    if (way < 960) return receipt.slice(-4)
    if (way < 970) return 'pago movil'
    if (way < 975) return receipt.replace(/0/, 'O')
    if (way < 980) return digits(12)
    return `Ref. ${receipt}`
  }

  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length] as Kind
    const id = at + 1
    told.kindOf.set(id, kind)
    // One in a hundred buys again.
    const again = at > 0 && chance(1)
    if (!again) who = random.below(count * 40)
    const cedula = `V${5_000_000 + who}`
    const telefono = `0414${String(1_000_000 + (who % 9_000_000)).padStart(7, '0')}`
    const nombre = `${one(NAMES)} ${one(FAMILIES)}`
    if (!again) sum = one(sums)
    const turn = cents.get(sum) ?? 0
    if (kind === 'centimos') cents.set(sum, turn + 1)
    const unica = kind === 'centimos' ? 1 + (turn % 999) : 0
    const amount = sum + unica
    // From six in the morning to midnight.
    const paid = first + Math.floor(at / A_DAY) * DAY + (6 * 3600 + random.below(18 * 3600)) * 1000
    const reported = (paid + delay() * 60_000 + random.below(60_000)) as Instant
    const day = dayInCaracas(paid as Instant)
    const receipt = `000${1 + random.below(9)}${digits(8)}`
    // Somebody else paid, and three in five name them.
    const relative = chance(5)
    const payer = relative ? `V${25_000_000 + random.below(5_000_000)}` : cedula
    const payerPhone = relative ? `0424${digits(7)}` : telefono
    const says = relative && chance(60)

    if (!chance(2)) {
      const own = kind === 'bdv' || (kind === 'centimos' && chance(50))
      const bare = kind === 'monto'
      // A few pay without the céntimos, or a little less.
      const centimos = chance(0.3) ? sum - random.below(500) : amount
      const movement = {
        ...UNSAID,
        centimos,
        dia: chance(4) ? addDays(day, 1) : day,
        en: (paid - (paid % 60_000)) as Instant,
        referencia: bare ? '' : own ? `06772${digits(8)}` : `0050${receipt.slice(-9)}`,
        banco_origen: own || bare ? '' : one(OTHERS),
        telefono_origen: own || bare ? '' : payerPhone.replace(/^0/, '58'),
        documento_origen: own ? payer : '',
        nombre_origen: own && !relative ? `${nombre} ${one(FAMILIES)}` : '',
      }
      told.truth.set(id, enter(movement))
    }
    told.claims.push({
      id,
      rifa_id: 1,
      estado: 'en revision',
      metodo_id: ACCOUNT,
      metodo_pago: 'pago_movil',
      monto: moneyOfCents(amount),
      monto_moneda: 'VES',
      fecha: chance(3) ? addDays(day, -random.below(6)) : day,
      creado_en: reported,
      referencia: copied(receipt),
      nombre,
      cedula,
      telefono,
      pagador_banco: '',
      pagador_telefono: says ? payerPhone.replace(/^0/, '58') : '',
      pagador_cedula: says ? payer : '',
      centimos_unicos: unica,
      apartado_en: null,
      cantidad_tickets: 2,
      total: '10.00' as Money,
      moneda: 'USD',
      unido: 0,
    })

    // Money that nobody reports, of any sum or of one that everybody pays.
    if (chance(3)) {
      const stranger = {
        banco_origen: one(OTHERS),
        telefono_origen: `58412${digits(7)}`,
        referencia: `0050${digits(9)}`,
      }
      const centimos = chance(50) ? one(sums) : 1 + random.below(5_000_000)
      enter({ ...UNSAID, ...stranger, centimos, dia: day as CalendarDate, en: (paid + 60_000) as Instant })
    }
  }
  return told
}
