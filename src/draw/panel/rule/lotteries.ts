import type { LotteryPart } from '../../rule.ts'

/** A lottery as owners choose it. Facts that nobody could confirm are left out: the owner looks them up and types them. */
interface KnownLottery {
  nombre: string
  /** Number of digits that it draws; null if unknown. */
  cifras: number | null
  /** `22:00`; none where they are not known. */
  horas: readonly string[]
  /** Page of its results; empty if unknown. */
  pagina: string
}

/** One page has both, row by row: these are its hours. */
const SUPER_GANA = { horas: ['13:00', '16:00', '22:00'], pagina: 'https://supergana.com.ve/' }
const UNKNOWN = { horas: [], pagina: '' }

/** Names only: the owners of the logos do not matter here. A rule may name any other lottery, and any hour. */
export const KNOWN_LOTTERIES: readonly KnownLottery[] = [
  { nombre: 'Super Gana', cifras: 4, ...SUPER_GANA },
  { nombre: 'Triple Gana', cifras: 3, ...SUPER_GANA },
  { nombre: 'Triple Táchira', cifras: 3, ...UNKNOWN },
  { nombre: 'Triple Zulia', cifras: 3, ...UNKNOWN },
  { nombre: 'Triple Caracas', cifras: 3, ...UNKNOWN },
  { nombre: 'Chance', cifras: null, ...UNKNOWN },
]

export const lotteryNamed = (name: string) => KNOWN_LOTTERIES.find(({ nombre }) => nombre === name)

export function lastDigits(loteria: string, cifras: number): LotteryPart {
  return { loteria, toma: 'ultimas', cifras, al_reves: false }
}

/**
 * The parts, as they are typed, that give a number of so many digits: the lottery's last ones, and, if those are too few, digits of the next
 * lotteries that draw at the same hour. They may still be too few.
 */
export function fittingParts(cifras: number, nombre: string, hora: string): LotteryPart[] {
  const first = lotteryNamed(nombre)
  // For an unknown lottery its owner types the number of digits.
  if (!first?.cifras) return [lastDigits(nombre, cifras)]
  const others = KNOWN_LOTTERIES.filter((one) => one.nombre !== nombre && one.horas.includes(hora))
  const parts: LotteryPart[] = []
  let missing = cifras
  for (const one of [first, ...others]) {
    if (missing === 0) break
    const taken = Math.min(missing, one.cifras ?? 0)
    parts.push(lastDigits(one.nombre, taken))
    missing -= taken
  }
  return parts
}

/** The one to begin with: that with as many digits as are needed, and its last draw of the day. */
export function firstLottery(cifras: number): { nombre: string; hora: string; pagina: string } {
  const drawn = (one: KnownLottery) => (one.horas.length > 0 ? (one.cifras ?? 0) : 0)
  const enough = KNOWN_LOTTERIES.filter((one) => drawn(one) >= cifras).sort(
    (one, other) => drawn(one) - drawn(other),
  )[0]
  const { nombre = '', horas = [], pagina = '' } = enough ?? KNOWN_LOTTERIES[0] ?? {}
  return { nombre, hora: horas.at(-1) ?? '22:00', pagina }
}
