import { formatCount } from '#platform/money.ts'

/**
 * `38 % disponible` from 0 to 100. One decimal at most, never rounded up: 99,98 % is not everything, and the last tickets
 * of a large raffle are not nothing.
 */
export function availabilityText(percentage: number): string {
  if (percentage > 0 && percentage < 0.1) return 'Menos de 0,1 % disponible'
  const tenths = Math.floor(percentage * 10 + 1e-6) / 10
  return `${String(tenths).replace('.', ',')} % disponible`
}

/** `quedan 6.402 de 10.000` */
export function leftText(left: number, total: number): string {
  return `${left === 1 ? 'queda' : 'quedan'} ${formatCount(left)} de ${formatCount(total)}`
}
