import { addDays, dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { formatCedula } from '#purchases/cedula.ts'
import { PAYMENT_DAYS_BACK } from '#purchases/rules.ts'
import { type Block, sharedTraits } from '#purchases/server/blocked/blocked-people.ts'
import { payerText } from '#purchases/server/describe-purchase.ts'
import { findPurchase, type Purchase } from '#purchases/server/store.ts'
import type { Check } from '../../contract.ts'
import { checkBank, tellUnseen } from './check-bank.ts'
import { checkReference, fine, more, named, warn } from './check-reference.ts'
import { type Evidence, gatherEvidence, OF_PERSON, PROOFS } from './gather-evidence.ts'

const SEVERITY: Record<Check['nivel'], number> = { grave: 0, aviso: 1, bien: 2 }

const WITHOUT_TICKETS = warn(
  'boletos',
  'Espera boletos: todavía no los tiene',
  'Los toma en orden: al rechazar reportes falsos, al vencer apartados, o al aprobarlo si quedan. Si no van a quedar, devuelve el dinero y recházalo.',
)
const LATE = warn(
  'plazo',
  'Llegó sin apartado vigente',
  'Reportó con el tiempo vencido o sin apartar: no había boletos guardados para este pago.',
)
const AFTER_CLOSE = warn(
  'plazo',
  'Reportó después del cierre',
  'Apartó antes de que cerraras la venta y reportó dentro de su tiempo. Decídela antes del sorteo.',
)
const NOT_OFFERED = warn(
  'metodo',
  'Pagó por un método que no ofrecías',
  'Estaba apagado cuando reportó. Busca el dinero en esa cuenta antes de aprobar.',
)

/** The automatic checks of a report, worst first. None decides: they point out where to look. */
export async function checkReport(sql: Sql, purchase: Purchase): Promise<Check[]> {
  return (await checkReports(sql, [purchase])).get(purchase.id) ?? []
}

/** The checks of several reports, by purchase, with as few statements as for one. */
export async function checkReports(sql: Sql, purchases: readonly Purchase[]): Promise<Map<number, Check[]>> {
  if (purchases.length === 0) return new Map()
  const evidence = await gatherEvidence(sql, purchases)
  return new Map(
    purchases.map((purchase) => {
      const found = evidence(purchase)
      const { blocked, bank, unseen, closedAt } = found
      const checks = [
        checkReference(purchase, found.payments, found.money, found.cut),
        checkProof(purchase, found),
        checkAmount(purchase),
        nearlyBlocked(blocked.otherLetter, checkPerson(purchase, found)),
        ...checkDate(purchase),
        ...otherPayer(purchase),
        ...(blocked.block ? [blockedPerson(blocked.block, purchase)] : []),
        ...(bank ? [checkBank(purchase, bank.said, bank.paid)] : []),
        ...(unseen && !bank ? [tellUnseen(unseen)] : []),
        ...(found.waits ? [WITHOUT_TICKETS] : []),
        ...(purchase.tarde === 1 ? [LATE] : []),
        ...(closedAt !== null && purchase.creado_en > closedAt ? [AFTER_CLOSE] : []),
        ...(purchase.metodo_ofrecido === 0 ? [NOT_OFFERED] : []),
      ]
      return [purchase.id, checks.sort((a, b) => SEVERITY[a.nivel] - SEVERITY[b.nivel])]
    }),
  )
}

/** The worst of them, for the queue. */
export function worstOf(checks: Check[]): Check['nivel'] {
  return checks[0]?.nivel ?? 'bien'
}

/** The same of a payment in review as it is now. One that is decided has none: it fails by its state. */
export async function worstNow({ db: { read } }: Ctx, id: number): Promise<Check['nivel']> {
  const purchase = await findPurchase(read, id)
  return purchase?.estado === 'en revision' ? worstOf(await checkReport(read, purchase)) : 'bien'
}

/** The extent of the comparison, and no more: not finding another is no proof that there is none. */
const COMPARED: Record<Evidence['picture'], string> = {
  comparada: 'Comparamos el archivo con todos, y la imagen con las de los comprobantes que ya leímos.',
  ilegible: 'Comparamos el archivo con todos. La imagen no se puede comparar: mírala.',
  pendiente: 'Comparamos el archivo con todos. La imagen aún no.',
}

function checkProof(purchase: Purchase, { sameFile, samePicture, picture }: Evidence): Check {
  if (purchase.comprobante === '') {
    return warn('comprobante', 'Sin comprobante', `La vendió a mano ${purchase.vendida_por}: mira que el dinero esté.`)
  }
  const same = sameFile.length > 0 ? sameFile : samePicture
  if (same.length === 0) {
    return picture === 'pendiente'
      ? warn('comprobante', 'Falta comparar la imagen', COMPARED[picture])
      : fine('comprobante', 'No encontramos otro igual', COMPARED[picture])
  }
  const how =
    sameFile.length > 0
      ? 'Es el mismo archivo, byte por byte.'
      : 'Es la misma imagen, guardada otra vez o con cambios. Compáralas.'
  return {
    sobre: 'comprobante',
    nivel: [...sameFile, ...samePicture].some((other) => other.estado === 'confirmado') ? 'grave' : 'aviso',
    titulo: 'El mismo comprobante está en otra compra',
    detalle: how + more(same.length, sameFile.length >= PROOFS),
    compras: named(same),
  }
}

function checkAmount(purchase: Purchase): Check {
  if (purchase.monto === null) {
    return warn('monto', 'Tasa no verificada', 'No había tasa cuando reportó: acuerda el monto con el comprador.')
  }
  if (purchase.monto === '0.00') {
    return warn(
      'monto',
      'El monto da cero',
      'El precio, la tasa o el precio del método estaba mal escrito cuando reportó.',
    )
  }
  if (purchase.tasa_verificada === 0) {
    return warn(
      'monto',
      'Tasa no verificada',
      'La tasa no se conocía o tenía más de 5 días cuando reportó. Revisa el monto en la cuenta.',
    )
  }
  if (purchase.centimos_unicos > 0) {
    return fine('monto', 'Monto con céntimos únicos', 'Ningún otro pago sin verificar a esa cuenta tiene ese monto.')
  }
  return fine(
    'monto',
    'Monto con tasa verificada',
    'Lo que debía pagar se calculó con el precio y la tasa congelados al apartar.',
  )
}

function checkPerson(purchase: Purchase, { ofPerson, samePerson }: Evidence): Check {
  if (samePerson.length > 0) return takesPartOnce(samePerson)
  const others = ofPerson.filter((other) => other.id !== purchase.id && other.estado !== 'anulado')
  const cut = ofPerson.length >= OF_PERSON
  if (others.length === 0 && !cut) return fine('persona', 'Primera compra de esta cédula', 'No tiene otras compras.')
  const rejected = others.filter((other) => other.estado === 'rechazado')
  const [nivel, titulo]: [Check['nivel'], string] =
    rejected.length > 0
      ? [
          'aviso',
          `Esta cédula tiene ${rejected.length === 1 ? 'una compra rechazada' : `${rejected.length} compras rechazadas`}`,
        ]
      : [
          'bien',
          `Esta cédula tiene ${others.length === 1 ? 'otra compra' : `${cut ? 'más de' : 'otras'} ${others.length} compras`}`,
        ]
  return {
    sobre: 'persona',
    nivel,
    titulo,
    detalle: `Comprar más de una vez está permitido.${cut ? ` Miramos las ${OF_PERSON} más nuevas.` : ''}`,
    compras: named(rejected.length > 0 ? rejected : others),
  }
}

/** A report with somebody's data is no proof of its sender: a person finds out the payer, and only one is confirmed. */
function takesPartOnce(samePerson: Evidence['samePerson']): Check {
  const confirmed = samePerson.filter(({ estado }) => estado === 'confirmado')
  const found = confirmed.length > 0 ? confirmed : samePerson
  const once = [...new Map(found.map((one) => [one.id, one])).values()]
  const shared = (['cedula', 'telefono', 'correo'] as const).filter((campo) => found.some((one) => one.campo === campo))
  return {
    sobre: 'persona',
    nivel: confirmed.length > 0 ? 'grave' : 'aviso',
    titulo:
      confirmed.length > 0 ? 'Esa persona ya participa en esta rifa' : 'Otro reporte dice ser de la misma persona',
    detalle: `Comparten ${nameTraits(shared)}, y en esta rifa cada quien participa una vez. Mira cuál pagó: solo uno se confirma.${more(once.length)}`,
    compras: named(once),
  }
}

const TRAITS = { cedula: 'la cédula', telefono: 'el teléfono', correo: 'el correo' }

/** `la cédula, el teléfono y el correo` */
function nameTraits(traits: (keyof typeof TRAITS)[]): string {
  return traits
    .map((trait) => TRAITS[trait])
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' y ')
}

/** A relative often pays: their data help to find the money, and are no warning. */
function otherPayer(purchase: Purchase): Check[] {
  const payer = payerText(purchase)
  return payer === '' ? [] : [fine('pagador', `Pagó otra persona: ${payer}`, 'Busca el pago con esos datos.')]
}

/** The days that the form accepts, seen again: a correction may have come later. */
function checkDate(purchase: Purchase): Check[] {
  const reported = dayInCaracas(purchase.en_revision_desde)
  if (purchase.fecha <= reported && purchase.fecha >= addDays(reported, -PAYMENT_DAYS_BACK)) return []
  return [warn('fecha', 'La fecha del pago no cuadra', 'Es de más de 7 días antes del reporte, o posterior a él.')]
}

/** A blocked person's payment is kept like anybody's until somebody has decided about it. */
function blockedPerson(block: Block, purchase: Purchase): Check {
  const traits = sharedTraits(block, purchase)
  return {
    sobre: 'bloqueo',
    nivel: 'grave',
    titulo: 'Persona bloqueada',
    detalle: `${traits.length === 1 ? 'Coincide' : 'Coinciden'} ${nameTraits(traits)}. ${whoBlocked(block)} Si pagó, devuelve el dinero y recházala.`,
    compras: [],
  }
}

/** Buyers type the letter themselves, and the same number may be somebody else's: it needs a look and nothing more. */
function nearlyBlocked(block: Block | undefined, person: Check): Check {
  if (!block) return person
  return {
    ...person,
    nivel: person.nivel === 'grave' ? 'grave' : 'aviso',
    titulo: 'Esa cédula, con otra letra, está bloqueada',
    detalle: `Mira si es la misma persona que ${formatCedula(block.cedula)}. ${whoBlocked(block)} ${person.titulo}. ${person.detalle}`,
  }
}

function whoBlocked({ por, motivo }: Block): string {
  return `La bloqueó ${por}: ${motivo}${/[.!?]$/.test(motivo) ? '' : '.'}`
}

/** Whether no tickets are there for it yet: then a check says so. */
export function waitsForTickets(checks: Check[]): boolean {
  return checks.some(({ sobre }) => sobre === 'boletos')
}
