import { isSuppressed, maskAddress } from '#mail/server/care/suppressions.ts'
import { anew, enqueueMail, mailTo } from '#mail/server/enqueue-mail.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOver, refuseSettled } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { firstName } from '../mail/received-mail.ts'
import type { Purchase } from '../store.ts'

export type Contact = Pick<Purchase, 'nombre' | 'cedula' | 'telefono' | 'correo'>

/** The person who makes the change: name for the journal, and role. */
export interface Changer {
  nombre: string
  rol: string
}

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
export function masked(one: Contact, other: Contact): Partial<Contact> {
  const kept: Partial<Contact> = {}
  if (one.nombre !== other.nombre) kept.nombre = one.nombre.replace(/(?<=\p{L})\p{L}+(?=\p{L})/gu, '…')
  if (one.cedula !== other.cedula) kept.cedula = `${one.cedula.charAt(0)}-…${one.cedula.slice(-4)}`
  if (one.telefono !== other.telefono) kept.telefono = `${one.telefono.slice(0, 4)}…${one.telefono.slice(-4)}`
  if (one.correo !== other.correo) kept.correo = maskAddress(one.correo)
  return kept
}
