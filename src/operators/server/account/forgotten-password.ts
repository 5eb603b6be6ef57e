import { deleteBrowsers } from '#access/server/store.ts'
import { hashToken, newToken } from '#access/server/tokens.ts'
import { type Actor, SYSTEM } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { after, HOUR, type Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { addressBucket } from '#platform/server/http/client-bucket.ts'
import { readSite } from '#site/server/read-site.ts'
import { hashPassword, refuseOwnPassword } from '../sign-in/password.ts'
import { spendGuess } from '../sign-in/spend-guess.ts'
import { findActiveByMail, updateOperator } from '../store.ts'
import { findPasswordLink, putPasswordLink, takePasswordLink } from '../team/team-store.ts'
import { accessMail, passwordLink, passwordLinkMail } from './access-mails.ts'

const LINK_LASTS = HOUR

/**
 * Sends a link for another password to that mail, if somebody has it. The caller learns nothing of it: not from the answer,
 * and not from its time, as both spend a guess and commit.
 * @throws AppError 429 DEMASIADOS_INTENTOS
 */
export async function requestPasswordLink(ctx: Ctx, correo: string, ip: string): Promise<void> {
  // Without a mail server there is nothing to send; the panel names the console's command.
  if (!hasMailServer(ctx)) return
  const site = await readSite(ctx)
  const token = newToken(ctx.random)
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    if (ctx.config.abuseLimits) {
      await spendGuess(tx, 'olvido-ip', addressBucket(ip), now)
      await spendGuess(tx, 'olvido', correo, now)
    }
    const row = await findActiveByMail(tx, correo)
    if (!row) return
    const until = await writeLink(tx, row.id, token, now)
    await enqueueMail(tx, passwordLinkMail(site, row, passwordLink(ctx, token), until, now))
    await noteInSite(tx, now, SYSTEM, 'enlace de clave enviado', { operador_id: row.id, nombre: row.nombre })
  })
}

/**
 * The same link for the command line, whose users can read the data folder anyway.
 * @throws AppError 404
 */
export async function createPasswordLink(ctx: Ctx, correo: string, actor: Actor): Promise<string> {
  const token = newToken(ctx.random)
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    const row = await findActiveByMail(tx, correo)
    if (!row) throw notFound('Nadie entra con ese correo')
    await writeLink(tx, row.id, token, now)
    await noteInSite(tx, now, actor, 'enlace de clave creado', { operador_id: row.id, nombre: row.nombre })
  })
  return passwordLink(ctx, token)
}

async function writeLink(tx: Sql, operatorId: number, token: string, now: Instant): Promise<Instant> {
  const until = after(now, LINK_LASTS)
  await putPasswordLink(tx, { operador_id: operatorId, token_hash: hashToken(token), caduca_en: until })
  return until
}

/** The account whose password the link sets. @throws AppError 404 ENLACE_VENCIDO */
export async function showPasswordLink(ctx: Ctx, token: string): Promise<{ correo: string }> {
  const row = await findPasswordLink(ctx.db.read, hashToken(token), ctx.clock.now())
  if (!row) throw refusal('ENLACE_VENCIDO')
  return { correo: row.correo }
}

/**
 * Sets another password by a link, once. It signs nobody in and leaves the second factor as it is, so a stolen mailbox alone does not open an account
 * that has one; every session and every known browser ends.
 * @throws AppError 404 ENLACE_VENCIDO, 422 DATOS_INVALIDOS
 */
export async function setPasswordByLink(ctx: Ctx, token: string, clave: string): Promise<void> {
  const tokenHash = hashToken(token)
  // Before the slow hash: requests without a link do not get our processor.
  const owner = await findPasswordLink(ctx.db.read, tokenHash, ctx.clock.now())
  if (!owner) throw refusal('ENLACE_VENCIDO')
  await refuseOwnPassword(ctx, clave, owner, 'clave')
  const [clave_hash, site] = await Promise.all([hashPassword(clave), readSite(ctx)])
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    const row = await findPasswordLink(tx, tokenHash, now)
    if (!row || !(await takePasswordLink(tx, tokenHash))) throw refusal('ENLACE_VENCIDO')
    await updateOperator(tx, row.id, { clave_hash })
    await deleteBrowsers(tx, row.id)
    await enqueueMail(tx, accessMail(site, row, 'clave', now))
    await noteInSite(tx, now, row, 'clave restablecida', { operador_id: row.id }, { operators: [row.id] })
  })
}
