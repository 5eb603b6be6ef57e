import { counted, formatCount } from '#platform/money.ts'
import type { Check, ReviewItem } from '../contract.ts'

/** Whether it found nothing where there may be something all the same: that is not green. */
export function isUnfound({ sobre, nivel }: Pick<Check, 'sobre' | 'nivel'>): boolean {
  return sobre === 'comprobante' && nivel === 'bien'
}

/** `1 grave · 2 avisos · 3 bien`, `4 comprobaciones bien` */
export function countChecks(all: readonly Check[]): string {
  const checks = all.filter((check) => !isUnfound(check))
  const count = (level: Check['nivel']) => checks.filter((check) => check.nivel === level).length
  const warnings = count('aviso')
  if (checks.length > 0 && count('bien') === checks.length)
    return counted(checks.length, 'comprobación bien', 'comprobaciones bien')
  return [
    count('grave') > 0 ? `${count('grave')} grave${count('grave') > 1 ? 's' : ''}` : '',
    warnings > 0 ? `${warnings} aviso${warnings > 1 ? 's' : ''}` : '',
    count('bien') > 0 ? `${count('bien')} bien` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Effect of rejecting those of a group as fakes. Only tickets that a report has come free: one that waits has none. */
export function sayRejection(
  chosen: readonly Pick<ReviewItem, 'cantidad_tickets' | 'en_espera'>[],
  of: number,
): string {
  if (chosen.length === 0) return 'Elige al menos uno.'
  const tickets = chosen.reduce((sum, { cantidad_tickets, en_espera }) => sum + (en_espera ? 0 : cantidad_tickets), 0)
  const one = chosen.length === 1
  const freed =
    tickets === 0
      ? `Aún no ${one ? 'tiene' : 'tienen'} boletos: deja${one ? '' : 'n'} de esperarlos al momento`
      : tickets === 1
        ? 'Su boleto queda libre al momento'
        : `Sus ${formatCount(tickets)} boletos quedan libres al momento`
  const many = one ? 'Se rechaza 1' : `Se rechazan ${formatCount(chosen.length)}`
  return `${many} de ${formatCount(of)}. ${freed}, sin tiempo para corregir, y no se puede deshacer.`
}
