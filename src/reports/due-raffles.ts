import { type CalendarDate, DAY, formatDay, parseDay } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import type { Home } from './home-contract.ts'

/** Days before a draw from which the home speaks of it. */
const SOON = 7
/** The offered limit, and the unverified share from which it is offered (percent of a raffle). */
const LIMIT = 30
/** The same for many reports of few connections: somebody may be filling it without paying. */
const FEW = 10

export type GoingRaffle = Pick<
  Home['rifas'][number],
  'titulo' | 'estado' | 'fecha' | 'total_numeros' | 'de_pocos' | 'ventas' | 'tope_sin_verificar'
>

/** A task of a raffle's owner. `aviso` cannot wait. */
export interface Due {
  /** It is the limit for unconfirmed tickets that is offered. */
  tope?: true
  tono: 'aviso' | 'nada'
  titulo: string
  texto: string
}

/** The next task of a raffle, or null if there is none. */
export function dueOf(raffle: GoingRaffle, today: CalendarDate): Due | null {
  const { estado, ventas } = raffle
  const draw = parseDay(raffle.fecha)
  const days = draw === null ? null : Math.round((Date.parse(draw) - Date.parse(today)) / DAY)
  if (estado === 'cerrada') {
    if (days !== null && days > 0) return { tono: 'nada', titulo: drawIn(days), texto: 'La venta ya está cerrada' }
    return { tono: 'aviso', titulo: 'Falta sortear', texto: 'Se vendió sin regla: escribe tú el número ganador' }
  }
  if (estado !== 'publicada' && estado !== 'pausada') return null
  if (draw !== null && days !== null && days < 0) {
    return { tono: 'aviso', titulo: 'Pasó la fecha del sorteo', texto: `Era el ${formatDay(draw)}, y no se ha cerrado` }
  }
  const flood = tellFlood(raffle)
  if (flood !== null) return flood
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

/** Whether somebody may be filling it without paying: then a limit keeps the rest for verified buyers. */
function tellFlood({ ventas, total_numeros, de_pocos, tope_sin_verificar }: GoingRaffle): Due | null {
  const { en_revision, confirmados } = ventas
  if (tope_sin_verificar !== null) return null
  const few = de_pocos * 100 >= total_numeros * FEW
  // A fast honest sale waits too, but its confirmations keep pace.
  const much = en_revision * 100 >= total_numeros * LIMIT && en_revision > confirmados
  if (!few && !much) return null
  const waiting = `${formatCount(few ? de_pocos : en_revision)} de ${formatCount(total_numeros)} boletos esperan revisión`
  return {
    tope: true,
    tono: 'aviso',
    titulo: few ? 'Muchos reportes de pocas conexiones' : 'Mucho sin confirmar',
    texto: `${waiting}. Si no son compradores de verdad, ponle a la rifa un límite de ${LIMIT} % sin confirmar`,
  }
}

/** `Sorteo hoy`, `Sorteo mañana`, `Sorteo en 3 días` */
function drawIn(days: number): string {
  if (days === 0) return 'Sorteo hoy'
  return days === 1 ? 'Sorteo mañana' : `Sorteo en ${days} días`
}
