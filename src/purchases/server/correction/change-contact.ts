import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { readdress } from '#mail/server/care/readdress.ts'
import { notFound, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle, type Raffle, requireRaffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { lockStock } from '#tickets/server/store.ts'
import { normaliseCedula } from '../../cedula.ts'
import type { ContactChange } from '../../panel-contract.ts'
import { normalisePhone } from '../../phone.ts'
import { checkPurchase, tidyName } from '../../rules.ts'
import { refuseDuplicates, registerOnce } from '../report/refuse-duplicates.ts'
import { changeWords, normalColumns } from '../search/search-index.ts'
import { deleteRegistrations, findPurchase, isRegistered, type Purchase, updatePurchase } from '../store.ts'
import { type Contact, masked, requireOpenContact, tellContactChange } from './guard-contact.ts'

const REASON_LENGTH = 5

/**
 * An operator corrects the buyer's name and contact; mails in the outbox leave for the new address. The cédula
 * says whose tickets they are, so only an owner changes it, and gives the reason.
 * @throws AppError 403 SOLO_DUENO, 404, 409 RIFA_SORTEADA | VERSION_VIEJA | REGISTRO_DUPLICADO | CORREO_SUPRIMIDO, 422 DATOS_INVALIDOS
 */
export async function changeContact(ctx: Ctx, id: number, change: ContactChange, operator: Operator): Promise<void> {
  const [site, known] = await Promise.all([readSite(ctx), findPurchase(ctx.db.read, id)])
  if (!known) throw notFound('Esa compra no existe')
  const ahora = readContact(known, change, operator)
  const motivo = change.motivo ?? ''
  await ctx.db.write(`rifa:${known.rifa_id}`, async (tx) => {
    const { raffle, purchase } = await lockPurchase(tx, known)
    // A second tap, or a retry after a lost answer: it is done already.
    if (isSame(purchase, ahora)) return
    requireOpenContact(raffle, operator, ctx.clock.now())
    if (!isSame(purchase, change.antes)) {
      throw refusal('VERSION_VIEJA', {
        details: 'Otra persona cambió los datos del comprador. Mira cómo están ahora.',
        estado: purchase.estado,
        version: purchase.version,
      })
    }
    const now = ctx.clock.now()
    await writeContact(tx, raffle, purchase, ahora)
    const correos =
      ahora.correo === purchase.correo
        ? []
        : await readdress(tx, {
            compra_id: id,
            de: purchase.correo,
            a: ahora.correo,
            para_nombre: ahora.nombre,
            reenviar: change.reenviar,
            now,
          })
    await tellContactChange(ctx, tx, site, { raffle, purchase, ahora, operator })
    await appendEntry(tx, {
      en: now,
      actor: operator,
      accion: 'datos del comprador cambiados',
      rifa_id: raffle.id,
      compra_id: id,
      datos: {
        codigo: purchase.codigo,
        antes: masked(purchase, ahora),
        ahora: masked(ahora, purchase),
        ...(motivo === '' ? {} : { motivo_interno: motivo }),
        ...(correos.length === 0 ? {} : { correos_que_salen: correos.length }),
      },
    })
  })
}

/** Purchase and raffle as they are behind its lock: it may have been closed, or frozen, while this waited. @throws AppError 404 */
export async function lockPurchase(tx: Sql, known: Purchase): Promise<{ raffle: Raffle; purchase: Purchase }> {
  const before = await requireRaffle(tx, known.rifa_id)
  await lockStock(tx, before)
  const [raffle = before, purchase] = await Promise.all([findRaffle(tx, before.id), findPurchase(tx, known.id)])
  if (!purchase) throw notFound('Esa compra no existe')
  return { raffle, purchase }
}

/** Writes the buyer's new contact, also where it is searched and counted. @throws AppError 409 REGISTRO_DUPLICADO */
export async function writeContact(tx: Sql, raffle: Raffle, purchase: Purchase, ahora: Contact): Promise<void> {
  await registerAgain(tx, raffle, purchase, ahora)
  await updatePurchase(tx, purchase.id, { ...ahora, ...normalColumns(ahora) })
  await changeWords(tx, purchase, ahora)
}

/** Only changed fields have to pass the rules: a form of years ago may have had others. */
function readContact(known: Purchase, { ahora, antes, motivo }: ContactChange, operator: Operator): Contact {
  const messages = checkPurchase(
    { ...ahora, referencia: known.referencia, fecha: known.fecha },
    { today: known.fecha, metodo: known.metodo_pago },
  )
  const campos: Record<string, string> = {}
  for (const field of ['nombre', 'cedula', 'telefono', 'correo'] as const) {
    const message = messages[field]
    if (message !== undefined && ahora[field].trim() !== antes[field]) campos[field] = message
  }
  // An unchanged field stays as it was stored.
  const cedula = ahora.cedula === antes.cedula ? antes.cedula : (normaliseCedula(ahora.cedula) ?? ahora.cedula)
  if (cedula !== antes.cedula) {
    if (operator.rol !== 'dueno') campos['cedula'] = 'Solo un dueño cambia la cédula.'
    else if ((motivo ?? '').length < REASON_LENGTH) campos['motivo'] = 'Escribe por qué cambia la cédula.'
  }
  refuseFields(campos)
  return {
    nombre: ahora.nombre.trim() === known.nombre ? known.nombre : tidyName(ahora.nombre),
    cedula,
    telefono: normalisePhone(ahora.telefono) ?? ahora.telefono,
    correo: ahora.correo.trim(),
  }
}

function isSame(one: Contact, other: Contact): boolean {
  return (['nombre', 'cedula', 'telefono', 'correo'] as const).every((field) => one[field] === other[field])
}

/** Registers the new contact where each person may take part once. */
async function registerAgain(tx: Sql, raffle: Raffle, purchase: Purchase, ahora: Contact): Promise<void> {
  if (purchase.estado !== 'en revision' && purchase.estado !== 'confirmado') return
  await refuseDuplicates(tx, raffle, { ...purchase, ...ahora }, 'operador', purchase.id)
  if (!(await isRegistered(tx, purchase.id))) return
  await deleteRegistrations(tx, purchase.id)
  await registerOnce(tx, raffle, purchase.id, ahora, purchase.estado === 'confirmado' ? 0 : purchase.id)
}
