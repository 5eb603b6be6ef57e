import type { Verdict } from './contract.ts'
import { EXACT_RULES } from './verdict.ts'

/** How it reads at a glance: it came, somebody has to look, the data differ, or nothing is known. */
export type Level = 'bien' | 'aviso' | 'grave' | 'nada'

/** Whether only a phone reports it: anybody may have written the forwarded text. */
export function isNoticeAlone(verdict: Verdict): boolean {
  if (verdict.veredicto === 'unido')
    return verdict.movimientos.some(({ movimiento }) => movimiento.confianza === 'aviso')
  return (
    verdict.veredicto === 'encontrado' &&
    EXACT_RULES.includes(verdict.regla) &&
    verdict.movimiento.confianza === 'aviso'
  )
}

export function verdictLevel(verdict: Verdict): Level {
  switch (verdict.veredicto) {
    case 'unido':
      return verdict.falta === null && verdict.sobra === null ? 'bien' : 'aviso'
    case 'encontrado':
      // The rule is certain; whether the phone's notice is true is not.
      return verdict.exacta || isNoticeAlone(verdict) ? 'bien' : 'aviso'
    case 'monto_distinto':
      return 'grave'
    case 'ambiguo':
      return 'aviso'
    default:
      return 'nada'
  }
}
