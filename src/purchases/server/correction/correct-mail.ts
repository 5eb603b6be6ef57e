import { appendEntry } from '#journal/server/append-entry.ts'
import { type CorrectBuyer, readdress } from '#mail/server/care/readdress.ts'
import { maskAddress } from '#mail/server/care/suppressions.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { type Contact, checkContact } from '../../rules.ts'
import { requirePurchase } from '../store.ts'
import { lockPurchase, requireOpenContact, tellContactChange, writeContact } from './change-contact.ts'

/**
 * A mail of a purchase did not reach `de`: from now on the buyer's address is `a`, and undelivered mails leave for it. When
 * the purchase has another address than `de` already, it keeps that one.
 * @throws AppError 403 SOLO_DUENO, 404, 409 RIFA_SORTEADA | REGISTRO_DUPLICADO | CORREO_SUPRIMIDO, 422 DATOS_INVALIDOS
 */
export async function correctMail(ctx: Ctx, { compra_id, de, a, actor }: Parameters<CorrectBuyer>[0]): Promise<void> {
  const [site, known] = await Promise.all([readSite(ctx), requirePurchase(ctx.db.read, compra_id)])
  const problem = checkContact({ ...known, correo: a }).correo
  if (problem !== undefined) throw refusal('DATOS_INVALIDOS', { campos: { para: problem } })
  await ctx.db.write(`rifa:${known.rifa_id}`, async (tx) => {
    const { raffle, purchase } = await lockPurchase(tx, known)
    requireOpenContact(raffle, actor, ctx.clock.now())
    const { nombre, cedula, telefono } = purchase
    const ahora: Contact = { nombre, cedula, telefono, correo: a }
    const changes = purchase.correo === de && a !== de
    if (changes) await writeContact(tx, raffle, purchase, ahora)
    const now = ctx.clock.now()
    const correos = await readdress(tx, { compra_id, de, a, para_nombre: nombre, reenviar: false, now })
    if (!changes && correos.length === 0) return
    if (changes) await tellContactChange(ctx, tx, site, { raffle, purchase, ahora, operator: actor })
    await appendEntry(tx, {
      en: now,
      actor: actor,
      accion: 'dirección de correo corregida',
      rifa_id: raffle.id,
      compra_id,
      datos: { correos, antes: maskAddress(de), ahora: maskAddress(a) },
    })
  })
}
