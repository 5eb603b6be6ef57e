import { formatCount } from '#platform/money.ts'

/**
 * `38 % disponible` from 0 to 100. One decimal at most, never rounded up: 99,98 % is not everything, and the last tickets
 * of a large raffle are not nothing.
 */
export function availabilityText(percentage: number): string {
  return `${percentText(percentage)} disponible`
}

/** The same without the word: `38 %`, `74,6 %`. */
export function percentText(percentage: number): string {
  if (percentage > 0 && percentage < 0.1) return 'Menos de 0,1 %'
  return `${String(Math.floor(percentage * 10 + 1e-6) / 10).replace('.', ',')} %`
}

/** `quedan 6.402 de 10.000` */
export function leftText(left: number, total: number): string {
  return `${left === 1 ? 'queda' : 'quedan'} ${formatCount(left)} de ${formatCount(total)}`
}
