import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { readdress } from '#mail/server/care/readdress.ts'
import { isSuppressed, maskAddress } from '#mail/server/care/suppressions.ts'
import { anew, enqueueMail, mailTo } from '#mail/server/enqueue-mail.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOver, refuseSettled } from '#raffles/server/settled.ts'
import { type Raffle, requireRaffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { lockStock } from '#tickets/server/store.ts'
import { normaliseCedula } from '../../cedula.ts'
import type { ContactChange } from '../../panel-contract.ts'
import { normalisePhone } from '../../phone.ts'
import { CONTACT, type Contact, checkContact, tidyName } from '../../rules.ts'
import { firstName } from '../mail/received-mail.ts'
import { refuseDuplicates, registerAgain } from '../report/refuse-duplicates.ts'
import { changeWords, normalColumns } from '../search/search-index.ts'
import { isRegistered, type Purchase, requirePurchase, updatePurchase } from '../store.ts'

const REASON_LENGTH = 5

/**
 * An operator corrects the buyer's name and contact; mails in the outbox leave for the new address. The cédula
 * says whose tickets they are, so only an owner changes it, and gives the reason.
 * @throws AppError 403 SOLO_DUENO, 404, 409 RIFA_SORTEADA | VERSION_VIEJA | REGISTRO_DUPLICADO | CORREO_SUPRIMIDO, 422 DATOS_INVALIDOS
 */
export async function changeContact(ctx: Ctx, id: number, change: ContactChange, operator: Operator): Promise<void> {
  const [site, known] = await Promise.all([readSite(ctx), requirePurchase(ctx.db.read, id)])
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
  return { raffle: await requireRaffle(tx, before.id), purchase: await requirePurchase(tx, known.id) }
}

/** Writes the buyer's new contact, also where it is searched and counted. @throws AppError 409 REGISTRO_DUPLICADO */
export async function writeContact(tx: Sql, raffle: Raffle, purchase: Purchase, ahora: Contact): Promise<void> {
  await checkAgain(tx, raffle, purchase, ahora)
  await updatePurchase(tx, purchase.id, { ...ahora, ...normalColumns(ahora) })
  await changeWords(tx, purchase, ahora)
}

/** Only changed fields have to pass the rules: a form of years ago may have had others. */
function readContact(known: Purchase, { ahora, antes, motivo }: ContactChange, operator: Operator): Contact {
  const messages = checkContact(ahora)
  const campos: Record<string, string> = {}
  for (const field of CONTACT) {
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
  return CONTACT.every((field) => one[field] === other[field])
}

/** Registers the new contact where each person may take part once. */
async function checkAgain(tx: Sql, raffle: Raffle, purchase: Purchase, ahora: Contact): Promise<void> {
  if (purchase.estado !== 'en revision' && purchase.estado !== 'confirmado') return
  const changed = { ...purchase, ...ahora }
  await refuseDuplicates(tx, raffle, changed, 'operador', purchase.id)
  if (await isRegistered(tx, purchase.id)) {
    await registerAgain(tx, raffle, changed, purchase.estado === 'confirmado' ? 0 : purchase.id)
  }
}

type Changer = Pick<Operator, 'nombre' | 'rol'>

/**
 * The contact decides who is handed the prize: once sales are over only an owner changes it, and after the draw nobody.
 * @throws AppError 403 SOLO_DUENO, 409 RIFA_CONGELADA | RIFA_SORTEADA
 */
export function requireOpenContact(raffle: Raffle, operator: Changer, now: Instant): void {
  refuseSettled(raffle, now)
  if (!isOver(raffle, now) || operator.rol === 'dueno') return
  throw refusal('SOLO_DUENO')
}

/**
 * Queues mails about a change in its transaction. One goes to the buyer at the old address, because the next mails with the
 * private link go elsewhere. One goes to every owner. Wake the delivery afterwards.
 * @param site read before the transaction.
 */
export async function tellContactChange(
  ctx: Ctx,
  tx: Sql,
  site: SiteSettings,
  change: { raffle: Raffle; purchase: Purchase; ahora: Contact; operator: Changer },
): Promise<void> {
  const { raffle, purchase, ahora, operator } = change
  const now = ctx.clock.now()
  if (ahora.correo !== purchase.correo && !(await isSuppressed(tx, purchase.correo))) {
    const titulo = 'Cambió el correo de tu compra'
    // Not a mail of the purchase: those move with its address.
    const mail = mailTo(site, purchase, now, {
      clave: anew(`compra:${purchase.id}:correo-anterior`),
      asunto: `${titulo} ${purchase.codigo}`,
      titulo,
      parrafos: [
        `Hola, ${firstName(purchase.nombre)}. Desde ahora lo que te escribimos sobre tu compra ${purchase.codigo} en «${raffle.titulo}» sale a ${maskAddress(ahora.correo)}.`,
        'Si tú lo pediste, no tienes que hacer nada. Si no, escribe hoy mismo a soporte, con el código de tu compra.',
      ],
      pie: `Recibes este aviso porque esta dirección era la de una compra en ${site.nombre}.`,
    })
    await enqueueMail(tx, mail)
  }
  const over = isOver(raffle, now)
  await alertOwners(ctx, tx, site, {
    clave: anew(`compra:${purchase.id}:datos`),
    titulo: `Cambiaron los datos de un comprador de «${raffle.titulo}»${over ? ' después del cierre' : ''}`,
    parrafos: [
      `${operator.nombre} cambió los datos de la compra ${purchase.codigo}: por ellos se sabe a dónde van sus números y a quién se le entrega el premio.`,
    ],
    datos: changes(purchase, ahora),
  })
}

const NAMES = { nombre: 'Nombre', cedula: 'Cédula', telefono: 'Teléfono', correo: 'Correo' } as const

function changes(before: Contact, after: Contact): [string, string][] {
  // A name is words that the buyer reads: owners read them whole.
  const whole =
    before.nombre === after.nombre ? [] : [[NAMES.nombre, `${before.nombre} → ${after.nombre}`] as [string, string]]
  const [one, other] = [masked(before, after), masked(after, before)]
  const rest = (['cedula', 'telefono', 'correo'] as const).filter((field) => one[field] !== undefined)
  return [...whole, ...rest.map((field): [string, string] => [NAMES[field], `${one[field]} → ${other[field]}`])]
}

/** Enough of what changed to recognise it in the journal, which is kept for good, and no more. */
function masked(one: Contact, other: Contact): Partial<Contact> {
  const kept: Partial<Contact> = {}
  if (one.nombre !== other.nombre) kept.nombre = one.nombre.replace(/(?<=\p{L})\p{L}+(?=\p{L})/gu, '…')
  if (one.cedula !== other.cedula) kept.cedula = `${one.cedula.charAt(0)}-…${one.cedula.slice(-4)}`
  if (one.telefono !== other.telefono) kept.telefono = `${one.telefono.slice(0, 4)}…${one.telefono.slice(-4)}`
  if (one.correo !== other.correo) kept.correo = maskAddress(one.correo)
  return kept
}
