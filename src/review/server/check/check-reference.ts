import { isPaidApart, type OwnMoney } from '#money/server/links/own-money.ts'
import { compareTails, isPlain, type Likeness, paymentClass, paymentTails } from '#purchases/payment-tails.ts'
import { endAlike } from '#purchases/reference.ts'
import type { Alike } from '#purchases/server/payment/list-alike.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Check } from '../../contract.ts'
import { ENDINGS, type Named } from './gather-evidence.ts'

/** Purchases that one check names at most. */
const NAMED = 5

/** `corta`: only an ending that honest payments share as well. */
type Kinship = Likeness | 'corta'

interface Relative {
  other: Alike
  kinship: Kinship
  /** Whether both were paid into accounts whose references can be equal. */
  sameClass: boolean
}

/**
 * Whether another purchase may be of the same payment, however its reference is written and whatever method it names
 * (docs/decisions/034-same-payment.md).
 * @param candidates those that may, itself among them.
 * @param money of those of them that are confirmed, and of itself.
 * @param cut whether more of them were not read.
 */
export function checkReference(purchase: Purchase, candidates: readonly Alike[], money: OwnMoney, cut = false): Check {
  if (purchase.referencia === '')
    return fine('referencia', 'En efectivo', `Sin referencia: la vendió a mano ${purchase.vendida_por}.`)
  const found = relatives(purchase, candidates)
  if (found.length > 0) return describe(purchase, found, money, cut)
  if (purchase.metodo_pago === null)
    return warn('referencia', 'No dijo por qué método pagó', `Busca ${purchase.referencia} en todas tus cuentas.`)
  const tails = paymentTails(purchase.referencia, purchase.metodo_pago)
  const clear = tails.some(({ firme }) => firme) || paymentClass(purchase.metodo_pago) !== 'bolivares'
  if (tails.length > 0 && !(clear && isPlain(purchase.referencia, purchase.metodo_pago)))
    return warn(
      'referencia',
      'La referencia se lee de más de una forma',
      `${purchase.referencia}: compárala con la del comprobante.`,
    )
  if (tails.length === 0)
    return warn(
      'referencia',
      'La referencia no dice qué pago es',
      `${purchase.referencia}: tiene muy pocos números. Compárala con la del comprobante.`,
    )
  if (cut)
    return warn(
      'referencia',
      'Muchas referencias terminan igual',
      `${purchase.referencia}, no está entre las ${ENDINGS} más nuevas. Busca las anteriores en Compras.`,
    )
  return fine('referencia', 'Referencia sin repetir', `${purchase.referencia}, no está en otra compra.`)
}

function relatives(purchase: Purchase, candidates: readonly Alike[]): Relative[] {
  const tails = paymentTails(purchase.referencia, purchase.metodo_pago)
  const own = paymentClass(purchase.metodo_pago)
  const once = new Map(candidates.map((other) => [other.id, other]))
  once.delete(purchase.id)
  const found: Relative[] = []
  for (const other of [...once.values()].sort((a, b) => b.id - a.id)) {
    const sameClass = own === paymentClass(other.metodo_pago)
    const kinship =
      compareTails(tails, paymentTails(other.referencia, other.metodo_pago)) ??
      (sameClass && endAlike(purchase.referencia, other.referencia) ? 'corta' : null)
    if (kinship !== null) found.push({ other, kinship, sameClass })
  }
  return found
}

function describe({ id }: Purchase, found: readonly Relative[], money: OwnMoney, cut: boolean): Check {
  const told = found.filter(({ kinship }) => kinship !== 'corta')
  const confirmed = told.filter(({ other }) => other.estado === 'confirmado')
  const ids = confirmed.map(({ other }) => other.id)
  const apart = ids.length > 0 && isPaidApart(money, id, ids)
  const open = found.some(({ other }) => other.estado === 'en revision' || other.estado === 'confirmado')
  const [worst = found[0]] = confirmed.length > 0 ? confirmed : told
  const titulo =
    confirmed.length > 0
      ? 'La referencia ya confirmó otra compra'
      : open
        ? 'La referencia está en otra compra'
        : 'La referencia estaba en una compra que no se confirmó'
  return {
    sobre: 'referencia',
    nivel: confirmed.length > 0 && !apart ? 'grave' : 'aviso',
    titulo,
    detalle: `${apart ? 'Coinciden, pero el banco trae un pago para cada compra.' : worst ? detail(worst) : ''}${more(found.length, cut)}`,
    compras: named([...confirmed, ...found.filter((one) => !confirmed.includes(one))].map(({ other }) => other)),
  }
}

function detail({ kinship, sameClass }: Relative): string {
  if (kinship === 'corta') return 'Una referencia termina como la otra: pueden ser el mismo pago.'
  if (!sameClass) return 'Son los mismos números con otro método. Mira en qué cuenta está el dinero.'
  if (kinship === 'contenida')
    return 'Los números de una están dentro de la otra: pueden ser el mismo pago. Compara los comprobantes.'
  return kinship === 'igual'
    ? 'Es la misma referencia. Solo una de las compras se puede confirmar, salvo que cada una tenga su propio pago en el banco.'
    : 'Las dos referencias coinciden: pueden ser el mismo pago. Compara los comprobantes.'
}

export function fine(sobre: Check['sobre'], titulo: string, detalle: string): Check {
  return { sobre, nivel: 'bien', titulo, detalle, compras: [] }
}

export function warn(sobre: Check['sobre'], titulo: string, detalle: string): Check {
  return { sobre, nivel: 'aviso', titulo, detalle, compras: [] }
}

export function named(purchases: readonly Named[]): Check['compras'] {
  return purchases.slice(0, NAMED).map(({ id, codigo, estado }) => ({ id, codigo, estado }))
}

/** How many a check does not name, as a sentence after another. @param cut whether there are more than were read. */
export function more(found: number, cut = false): string {
  return found > NAMED ? ` Y ${cut ? 'más de ' : ''}${found - NAMED} más.` : ''
}
