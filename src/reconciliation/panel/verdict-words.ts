import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { formatClock, formatMoment, formatShortDay } from '#platform/panel/time.ts'
import { formatPhone, formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement, Verdict } from '../contract.ts'
import { EXACT_RULES, isNear, type Rule, tellNear } from '../verdict.ts'

/** How it reads at a glance: it came, somebody has to look, it says something else, or nothing is known. */
export type Level = 'bien' | 'aviso' | 'grave' | 'nada'

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

/** Who paid, by the best that the bank says of him; empty when it says nothing. */
export function tellPayer({ nombre_origen, telefono_origen, documento_origen, banco_origen }: ShownMovement): string {
  const phone = telefono_origen.replace(/^58(?=\d{10}$)/, '0')
  return nombre_origen || (phone && formatPhone(phone)) || documento_origen || banco_origen
}

/** `12 jun · 00819002961` */
export function tellTrace({ dia, referencia }: ShownMovement): string {
  const day = formatShortDay(dia as CalendarDate)
  return referencia === '' ? `${day} · sin referencia` : `${day} · ${referencia}`
}

/** `hasta las 9:30 a. m.`, `hasta el 12 jun, 9:30 a. m.` */
export function tellUntil(iso: string, now: number): string {
  const at = Date.parse(iso) as Instant
  if (dayInCaracas(at) !== dayInCaracas(now as Instant)) return `hasta el ${formatMoment(iso, now)}`
  const clock = formatClock(at)
  return `hasta ${clock.startsWith('1:') ? 'la' : 'las'} ${clock}`
}

/** Nobody tells this shop what comes into that account: there is nothing to say, and nothing to wait for. */
export function isUnread(verdict: Verdict): boolean {
  return verdict.veredicto === 'no_visto' && verdict.leido_hasta === null
}

/** Whether the word is a phone's alone: anybody may have written what it forwarded. */
export function isNoticeAlone(verdict: Verdict): boolean {
  if (verdict.veredicto === 'unido')
    return verdict.movimientos.some(({ movimiento }) => movimiento.confianza === 'aviso')
  return (
    verdict.veredicto === 'encontrado' &&
    EXACT_RULES.includes(verdict.regla) &&
    verdict.movimiento.confianza === 'aviso'
  )
}

/** `Llegó`, or why another amount came and counts. */
function tellCame(regla: Rule | '', { dia }: Pick<ShownMovement, 'dia'>): string {
  return isNear(regla) ? tellNear(regla, dia as CalendarDate) : 'Llegó'
}

/** What the bank says of a report, in one line. None of it decides. */
export function tellVerdict(verdict: Verdict, now: number): { level: Level; says: string } {
  switch (verdict.veredicto) {
    case 'unido': {
      const [first] = verdict.movimientos
      const came =
        verdict.movimientos.length === 1 && first
          ? `${isNoticeAlone(verdict) ? 'Avisó el teléfono' : tellCame(first.regla, first.movimiento)}: ${tellMovement(first.movimiento, now)}`
          : `Llegó en ${verdict.movimientos.length} pagos`
      const currency = first?.movimiento.moneda ?? 'VES'
      if (verdict.falta !== null)
        return { level: 'aviso', says: `${came} · faltan ${formatSum(verdict.falta, currency)}` }
      if (verdict.sobra !== null)
        return { level: 'aviso', says: `${came} · sobran ${formatSum(verdict.sobra, currency)}` }
      return { level: 'bien', says: came }
    }
    case 'encontrado': {
      const told = tellMovement(verdict.movimiento, now)
      const came = `${tellCame(verdict.regla, verdict.movimiento)}: ${told}`
      if (verdict.exacta) return { level: 'bien', says: came }
      if (isNear(verdict.regla)) return { level: 'aviso', says: came }
      if (verdict.regla === 'otra_cuenta')
        return { level: 'aviso', says: `Por mirar: llegó a tu ${verdict.movimiento.llego_a}: ${told}` }
      // The rule is certain; whether the phone tells the truth is not.
      return isNoticeAlone(verdict)
        ? { level: 'bien', says: `Avisó el teléfono: ${told}` }
        : { level: 'aviso', says: `Puede ser este: ${told}` }
    }
    case 'monto_distinto':
      return { level: 'grave', says: `Llegó otro monto: ${tellMovement(verdict.movimiento, now)}` }
    case 'ambiguo':
      return {
        level: 'aviso',
        says:
          verdict.candidatos.length === 1
            ? 'Puede ser este pago: mira si es el suyo'
            : `Pueden ser ${verdict.candidatos.length} pagos: elige el suyo`,
      }
    case 'no_visto':
      return {
        level: 'nada',
        says:
          verdict.leido_hasta === null
            ? 'Esa cuenta aún no se ha leído'
            : `No visto ${tellUntil(verdict.leido_hasta, now)}`,
      }
    case 'sin_respuesta': {
      const read = verdict.leido_hasta === null ? '' : `. Leído ${tellUntil(verdict.leido_hasta, now)}`
      return { level: 'nada', says: `El banco ${CAUSES[verdict.causa]}${read}` }
    }
  }
}
