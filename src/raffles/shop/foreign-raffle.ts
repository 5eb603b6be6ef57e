import { parseMoney, parseRate } from '#platform/money.ts'
import type { RaffleAnswer, RaffleImage } from '../contract.ts'
import { digitsOf } from '../digits.ts'
import { WIDEST_LIMITS } from '../quantity-limits.ts'
import { cleanHtml } from './clean-html.ts'

/**
 * The raffle in another host's answer. It may know no more than id, titulo, descripcion, precio, fecha and tasa_usd, may
 * write numbers as numbers, and its HTML is not ours.
 * @param rates to use, in this order, when the raffle has no rate of its own.
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
    moneda: given.moneda === 'VES' ? 'VES' : 'USD',
    fecha: plain(given.fecha),
    tasa_usd: tasa_usd ?? null,
    total_numeros,
    digitos: whole(given.digitos) ?? digitsOf(total_numeros),
    seleccion: given.seleccion === 'manual' || given.seleccion === 'ambas' ? given.seleccion : 'automatica',
    registro_unico: given.registro_unico === true,
    minimo: whole(given.minimo) ?? WIDEST_LIMITS.minimo,
    maximo: whole(given.maximo) ?? WIDEST_LIMITS.maximo,
    estado: OVER.find((estado) => estado === given.estado) ?? 'publicada',
    premio: plain(given.premio),
    imagen: isImage(given.imagen) ? given.imagen : null,
    ...(Array.isArray(given.galeria) ? { galeria: given.galeria.filter(isImage) } : {}),
  }
}

/** States in which nothing is sold; any other word of another host is one in which it is. */
const OVER = ['pausada', 'cerrada', 'sorteada'] as const

function whole(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) > 0 ? (value as number) : null
}

/** A picture as ours have it: another host may write an address there, or anything. */
function isImage(value: unknown): value is RaffleImage {
  const { id, alt, ancho, alto, anchos } = Object(value) as Partial<RaffleImage>
  return (
    [id, alt].every((text) => typeof text === 'string') &&
    [ancho, alto].every((side) => whole(side) !== null) &&
    Array.isArray(anchos) &&
    anchos.length > 0 &&
    anchos.every((width) => whole(width) !== null)
  )
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
