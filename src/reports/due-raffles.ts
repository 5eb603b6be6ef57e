import { type CalendarDate, formatDay, parseDay } from '#platform/clock.ts'
import type { RaffleState } from '#raffles/contract.ts'

/** Days before a draw from which the home speaks of it. */
const SOON = 7
const DAY = 86_400_000

export interface GoingRaffle {
  titulo: string
  estado: RaffleState
  /** Day of the draw, or empty. */
  fecha: string
  ventas: { libres: number; apartados: number; en_revision: number }
}

/** What a raffle wants of its owner. `aviso` cannot wait. */
export interface Due {
  tono: 'aviso' | 'nada'
  titulo: string
  texto: string
}

/** What is to be done about a raffle, or null when it goes its way. */
export function dueOf(raffle: GoingRaffle, today: CalendarDate): Due | null {
  const { estado, ventas } = raffle
  const draw = parseDay(raffle.fecha)
  const days = draw === null ? null : Math.round((Date.parse(draw) - Date.parse(today)) / DAY)
  if (estado === 'cerrada') {
    if (days !== null && days > 0) return { tono: 'nada', titulo: drawIn(days), texto: 'La venta ya está cerrada' }
    return { tono: 'aviso', titulo: 'Falta sortear', texto: 'La venta está cerrada' }
  }
  if (estado !== 'publicada' && estado !== 'pausada') return null
  if (draw !== null && days !== null && days < 0) {
    return { tono: 'aviso', titulo: 'Pasó la fecha del sorteo', texto: `Era el ${formatDay(draw)}, y no se ha cerrado` }
  }
  if (ventas.libres === 0 && ventas.apartados === 0) {
    return ventas.en_revision > 0
      ? { tono: 'nada', titulo: 'Se agotó', texto: 'Faltan pagos por revisar para cerrarla' }
      : { tono: 'aviso', titulo: 'Se agotó', texto: 'Ya puedes cerrar la venta' }
  }
  if (days !== null && days <= SOON) {
    return { tono: days <= 1 ? 'aviso' : 'nada', titulo: drawIn(days), texto: 'La venta sigue abierta' }
  }
  if (estado === 'pausada')
    return { tono: 'aviso', titulo: 'En pausa', texto: 'Nadie puede comprar hasta que la reanudes' }
  return null
}

/** `Sorteo hoy`, `Sorteo mañana`, `Sorteo en 3 días` */
function drawIn(days: number): string {
  if (days === 0) return 'Sorteo hoy'
  return days === 1 ? 'Sorteo mañana' : `Sorteo en ${days} días`
}
