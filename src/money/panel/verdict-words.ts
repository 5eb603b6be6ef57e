import type { CalendarDate } from '#platform/clock.ts'
import { formatMoment, formatShortDay, tellUntil } from '#platform/panel/time.ts'
import { formatPhone, formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement, Verdict } from '../contract.ts'
import { isNear, type Rule, tellNear } from '../verdict.ts'
import { isNoticeAlone, type Level, verdictLevel } from '../verdict-level.ts'

const CAUSES: Record<Extract<Verdict, { veredicto: 'sin_respuesta' }>['causa'], string> = {
  tiempo: 'tardó demasiado',
  credencial: 'no aceptó la clave',
  limite: 'pide esperar antes de otra consulta',
  mantenimiento: 'está en mantenimiento',
  ilegible: 'contestó algo que no se entiende',
}

/** `Bs. 33.571,18 de 0134, 8:14 a. m.` */
export function tellMovement(movement: ShownMovement, now?: number): string {
  const { banco_origen, dia, en, monto, moneda } = movement
  const from = banco_origen || tellPayer(movement)
  const when = en === null ? formatShortDay(dia as CalendarDate) : formatMoment(en, now)
  return `${formatSum(monto, moneda)}${from === '' ? '' : ` de ${from}`}, ${when}`
}

/** The payer, by the best of the bank's data; empty without any. */
export function tellPayer({ nombre_origen, telefono_origen, documento_origen, banco_origen }: ShownMovement): string {
  const phone = telefono_origen.replace(/^58(?=\d{10}$)/, '0')
  return nombre_origen || (phone && formatPhone(phone)) || documento_origen || banco_origen
}

/** `12 jun · 00819002961` */
export function tellTrace({ dia, referencia }: ShownMovement): string {
  const day = formatShortDay(dia as CalendarDate)
  return referencia === '' ? `${day} · sin referencia` : `${day} · ${referencia}`
}

/** No source reports on that account to this shop: there is nothing to say, and nothing to wait for. */
export function isUnread(verdict: Verdict): boolean {
  return verdict.veredicto === 'no_visto' && verdict.leido_hasta === null
}

/** `Llegó`, or why another amount came and counts. */
function tellCame(regla: Rule | '', { dia }: Pick<ShownMovement, 'dia'>): string {
  return isNear(regla) ? tellNear(regla, dia as CalendarDate) : 'Llegó'
}

/** The bank's verdict on a report, in one line. None of it decides. */
export function tellVerdict(verdict: Verdict, now: number): { level: Level; says: string } {
  return { level: verdictLevel(verdict), says: sayVerdict(verdict, now) }
}

function sayVerdict(verdict: Verdict, now: number): string {
  switch (verdict.veredicto) {
    case 'unido': {
      const [first] = verdict.movimientos
      const came =
        verdict.movimientos.length === 1 && first
          ? `${isNoticeAlone(verdict) ? 'Avisó el teléfono' : tellCame(first.regla, first.movimiento)}: ${tellMovement(first.movimiento, now)}`
          : `Llegó en ${verdict.movimientos.length} pagos`
      const currency = first?.movimiento.moneda ?? 'VES'
      if (verdict.falta !== null) return `${came} · faltan ${formatSum(verdict.falta, currency)}`
      if (verdict.sobra !== null) return `${came} · sobran ${formatSum(verdict.sobra, currency)}`
      return came
    }
    case 'encontrado': {
      const told = tellMovement(verdict.movimiento, now)
      if (verdict.exacta || isNear(verdict.regla)) return `${tellCame(verdict.regla, verdict.movimiento)}: ${told}`
      if (verdict.regla === 'otra_cuenta') return `Por mirar: llegó a tu ${verdict.movimiento.llego_a}: ${told}`
      return isNoticeAlone(verdict) ? `Avisó el teléfono: ${told}` : `Puede ser este: ${told}`
    }
    case 'monto_distinto':
      return `Llegó otro monto: ${tellMovement(verdict.movimiento, now)}`
    case 'ambiguo':
      return verdict.candidatos.length === 1
        ? 'Puede ser este pago: mira si es el suyo'
        : `Pueden ser ${verdict.candidatos.length} pagos: elige el suyo`
    case 'no_visto':
      return verdict.leido_hasta === null
        ? 'Esa cuenta aún no se ha leído'
        : `No visto ${tellUntil(verdict.leido_hasta, now)}`
    case 'sin_respuesta': {
      const read = verdict.leido_hasta === null ? '' : `. Leído ${tellUntil(verdict.leido_hasta, now)}`
      return `El banco ${CAUSES[verdict.causa]}${read}`
    }
  }
}
