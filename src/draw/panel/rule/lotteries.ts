import type { LotteryPart } from '../../rule.ts'

/** A lottery as owners choose it: its name, how many digits it draws and at which hours. */
export interface KnownLottery {
  nombre: string
  cifras: number
  /** `22:00` */
  horas: string[]
}

/** Names only: whose logo it is does not matter here. A rule that names another, or another hour, keeps it. */
export const KNOWN_LOTTERIES: readonly KnownLottery[] = [
  { nombre: 'Super Gana', cifras: 4, horas: ['13:00', '16:00', '22:00'] },
  { nombre: 'Triple Gana', cifras: 3, horas: ['13:00', '16:00', '22:00'] },
  { nombre: 'Triple Táchira', cifras: 3, horas: ['13:15', '16:45', '22:00'] },
  { nombre: 'Triple Zulia', cifras: 3, horas: ['12:45', '16:45', '19:05'] },
  { nombre: 'Triple Caracas', cifras: 3, horas: ['13:00', '16:30', '19:10'] },
  { nombre: 'Chance', cifras: 3, horas: ['13:00', '16:30', '19:00'] },
]

/**
 * The parts that give a number of so many digits: the lottery's last ones, and where it has too few, those of the next lotteries that draw
 * at the same hour. They may be too few still.
 */
export function fittingParts(
  cifras: number,
  nombre: string,
  hora: string,
  known: readonly KnownLottery[],
): LotteryPart[] {
  const first = known.filter((one) => one.nombre === nombre)
  const others = known.filter((one) => one.nombre !== nombre && one.horas.includes(hora))
  const parts: LotteryPart[] = []
  let missing = cifras
  for (const one of [...first, ...others]) {
    if (missing === 0) break
    const taken = Math.min(missing, one.cifras)
    parts.push({ loteria: one.nombre, toma: 'ultimas', cifras: taken, al_reves: false })
    missing -= taken
  }
  return parts
}

/** The one to begin with: that with as many digits as are needed, and its last draw of the day. */
export function firstLottery(cifras: number, known: readonly KnownLottery[]): { nombre: string; hora: string } {
  const enough = known.filter((one) => one.cifras >= cifras).sort((a, b) => a.cifras - b.cifras)[0]
  const { nombre = '', horas = [] } = enough ?? known[0] ?? {}
  return { nombre, hora: horas.at(-1) ?? '22:00' }
}
