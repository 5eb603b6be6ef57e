import { formatDay } from '#platform/clock.ts'
import { formatMoney, moneyOfCents } from '#platform/money.ts'
import { type Claim, type Credit, dayOfNumber, wentBack } from './claim.ts'
import type { Why } from './contract.ts'
import { compare, contradicts, type Likeness } from './likeness.ts'

const bien = (texto: string): Why => ({ nivel: 'bien', texto })
const aviso = (texto: string): Why => ({ nivel: 'aviso', texto })
const mal = (texto: string): Why => ({ nivel: 'mal', texto })

/**
 * Why a report and a credit belong together or do not, in the order of a person's questions: the reference, the amount, the day, the payer.
 * @param rivals other reports that claim that credit.
 */
export function tellWhy(claim: Claim, credit: Credit, rivals: readonly Claim[] = []): Why[] {
  const likeness = compare(claim, credit)
  const reasons = [
    tellReference(likeness, claim, credit),
    tellAmount(claim, credit, likeness),
    tellDay(likeness),
    ...tellPayer(likeness),
    likeness.banco === false ? aviso('Otro banco') : null,
    claim.metodos.includes(credit.metodo_id) ? null : aviso('Otra cuenta tuya'),
    credit.revertido ? mal('El banco se lo llevó') : null,
    credit.repetida ? aviso('Posible repetida') : null,
    credit.gemela ? aviso('Puede ser el mismo pago que otro') : null,
    wentBack(claim, credit) ? aviso('Después salió el mismo monto: puede ser este dinero') : null,
    credit.confianza === 'aviso' ? aviso('Solo un aviso') : null,
    ...tellRivals(claim, credit, rivals),
  ]
  return reasons.filter((one) => one !== null)
}

function tellReference(likeness: Likeness, { colas, corta }: Claim, credit: Credit): Why | null {
  switch (likeness.referencia) {
    case 'firme':
      return bien('Referencia')
    case 'posible':
      return aviso('Referencia que se lee de varias formas')
    case 'corta': {
      const digits = [...colas, ...credit.colas, corta].filter((one) => one !== '').map(({ length }) => length)
      return aviso(`Solo ${Math.min(...digits)} dígitos`)
    }
    case 'otra':
      return contradicts(likeness, credit) ? mal('Otra referencia') : null
    case null:
      return null
  }
}

function tellAmount({ unica, debe, moneda }: Claim, { dia }: Credit, { de_mas, cerca }: Likeness): Why | null {
  if (debe === null || de_mas === null) return aviso('No se sabe cuánto debía')
  if (de_mas === 0) return bien(unica ? 'Céntimos únicos' : 'Monto')
  if (cerca === 'tasa_del_dia') return bien(`A la tasa del ${formatDay(dayOfNumber(dia))}`)
  const amount = formatMoney(moneyOfCents(Math.abs(de_mas)), moneda)
  if (cerca === 'redondeo') return bien(`${de_mas < 0 ? 'Faltan' : 'Sobran'} solo ${amount}`)
  if (de_mas > 0) return aviso(`Sobran ${amount}`)
  // A fee of some céntimos is something else than half of the payment.
  return -de_mas * 20 <= debe ? aviso(`Faltan ${amount}`) : mal(`Faltan ${amount}`)
}

function tellDay({ dias }: Likeness): Why {
  const days = Math.abs(dias)
  if (days === 0) return bien('Mismo día')
  const text = `${days} ${days === 1 ? 'día' : 'días'} ${dias < 0 ? 'antes' : 'después'}`
  return days === 1 ? bien(text) : aviso(text)
}

function tellPayer({ telefono, documento, nombre }: Likeness): Why[] {
  const same = documento === true ? 'Cédula' : telefono === true ? 'Teléfono' : nombre === true ? 'Nombre' : null
  const other =
    documento === false ? 'Otra cédula' : telefono === false ? 'Otro teléfono' : nombre === false ? 'Otro nombre' : null
  return [...(same === null ? [] : [bien(same)]), ...(other === null ? [] : [aviso(other)])]
}

/** One transfer for several purchases, with reports that all name it, or two equal reports. */
function tellRivals(claim: Claim, { libre }: Credit, rivals: readonly Claim[]): Why[] {
  if (rivals.length === 0) return []
  const together = [claim, ...rivals].reduce((sum, { debe }) => sum + (debe ?? 0), 0)
  if (together === libre) return [bien('Suman justo'), aviso(`Un pago, ${rivals.length + 1} compras`)]
  return [mal('Otro reporte dice ser este pago')]
}
