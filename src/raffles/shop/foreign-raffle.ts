import { parseMoney, parseRate } from '#platform/money.ts'
import type { RaffleAnswer } from '../contract.ts'
import { digitsOf } from '../digits.ts'
import { WIDEST_LIMITS } from '../quantity-limits.ts'
import { cleanHtml } from './clean-html.ts'

/**
 * The raffle that another host answers. It may know no more than id, titulo, descripcion, precio, fecha and tasa_usd, may
 * write numbers as numbers, and its HTML is not ours.
 * @param rates what to use, in this order, when the raffle has no rate of its own.
 * @throws TypeError when it has no price.
 */
export function readForeignRaffle(answer: unknown, rates: readonly unknown[]): RaffleAnswer {
  const given = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<RaffleAnswer>
  const precio = parseMoney(plain(given.precio))
  if (precio === null) throw new TypeError('the raffle has no price')
  const tasa_usd = [given.tasa_usd, ...rates].map((rate) => parseRate(plain(rate))).find((rate) => rate !== null)
  const total_numeros = Number(given.total_numeros) || 0
  return {
    id: Number(given.id),
    titulo: plain(given.titulo),
    descripcion: cleanHtml(plain(given.descripcion)),
    precio,
    moneda: given.moneda ?? 'USD',
    fecha: plain(given.fecha),
    tasa_usd: tasa_usd ?? null,
    total_numeros,
    digitos: given.digitos ?? digitsOf(total_numeros),
    seleccion: given.seleccion ?? 'automatica',
    registro_unico: given.registro_unico ?? false,
    minimo: given.minimo ?? WIDEST_LIMITS.minimo,
    maximo: given.maximo ?? WIDEST_LIMITS.maximo,
    estado: given.estado ?? 'publicada',
    premio: plain(given.premio),
    imagen: given.imagen ?? null,
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
