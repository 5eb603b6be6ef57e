import type { OperatorRow } from '#access/server/schema.ts'
import {
  type EarlierSignIn,
  newSessionTokens,
  type OpenedSession,
  openSession,
  operatorOf,
  type Place,
} from '#access/server/session.ts'
import { knowsDevice } from '#access/server/store.ts'
import { SYSTEM } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { addressBucket } from '#platform/server/http/client-bucket.ts'
import { readSite } from '#site/server/read-site.ts'
import type { Credentials } from '../../contract.ts'
import { accessMail } from '../account/access-mails.ts'
import { assertionOptions, verifyAssertion } from '../factor/passkey-ceremony.ts'
import { takeCode } from '../factor/take-code.ts'
import { findActiveByMail, keepsPassword, updateOperator } from '../store.ts'
import { checkPassword } from './password.ts'
import { mayWarn, spendGuess, takeWarning } from './spend-guess.ts'

/**
 * Opens a session, after a password and, if it is on, a second factor. A wrong mail and a wrong password are the same
 * to the caller, in words and in time. The operator gets a mail about a new browser.
 * @throws AppError 401 CREDENCIALES_INVALIDAS | CODIGO_REQUERIDO | CODIGO_INVALIDO, 429 DEMASIADOS_INTENTOS
 */
export async function signIn(ctx: Ctx, given: Credentials, from: EarlierSignIn & Place) {
  const row = await findActiveByMail(ctx.db.read, given.correo)
  const now = ctx.clock.now()
  const device = from.deviceHash
  const known = row !== undefined && device !== null && (await knowsDevice(ctx.db.read, device, row.id))
  if (ctx.config.abuseLimits) {
    await ctx.db.write('operadores', async (tx) => {
      if (known) return spendGuess(tx, 'equipo', `${device} ${row.id}`, now)
      await spendGuess(tx, 'ip', addressBucket(from.ip), now)
    })
    if (!known) {
      await ctx.db
        .write('operadores', (tx) => spendGuess(tx, 'correo', given.correo, now))
        .catch(async (refusal: unknown) => {
          await warn(ctx, 'bloqueo', given.correo, row, null)
          throw refusal
        })
    }
  }

  if (!(await checkPassword(row?.clave_hash ?? null, given.clave)) || row === undefined) throw wrongCredentials()
  if (row.totp_secreto !== null && !given.codigo && !given.llave) {
    const llave = await assertionOptions(ctx, row.id, 'entrar')
    throw refusal('CODIGO_REQUERIDO', { ...(llave ? { llave } : {}) })
  }

  const byKey = given.llave !== undefined && (await verifyAssertion(ctx, row.id, 'entrar', given.llave))
  const opened = newSessionTokens(ctx)
  const site = await readSite(ctx)
  const accepted = await ctx.db.write('operadores', async (tx) => {
    if (!(await keepsPassword(tx, row))) throw wrongCredentials()
    const second = row.totp_secreto !== null
    const way = !second ? 'ninguno' : byKey ? 'llave' : await takeCode(tx, ctx.keys, row.id, given.codigo ?? '', now)
    if (way !== null) {
      await enter(tx, row.id, now, opened, from)
      if (!known && row.entrada_en !== null) await enqueueMail(tx, accessMail(site, row, 'equipo', now, from))
    }
    const datos = { operador_id: row.id, ...(way === null ? {} : { segundo_factor: way }) }
    // Of a recovery code there is one less.
    const rows = way === 'recuperacion' ? { operators: [row.id] } : {}
    await noteInSite(tx, now, row, way === null ? 'segundo factor fallido' : 'entrada al panel', datos, rows)
    return way !== null
  })
  if (!accepted) {
    if (!known) await warn(ctx, 'codigo', row.correo, row, from)
    throw refusal('CODIGO_INVALIDO')
  }
  return { operator: operatorOf(row), opened }
}

function wrongCredentials(): AppError {
  return refusal('CREDENCIALES_INVALIDAS', {
    error: 'No pudimos entrar',
    details: 'El correo o la clave no son correctos.',
  })
}

/**
 * Mails an operator, once a day, that the guesses at their account ran out, or that somebody in a strange browser had their password but no code.
 * For an unknown mail it runs the same query and writes nothing.
 */
async function warn(
  ctx: Ctx,
  kind: 'bloqueo' | 'codigo',
  correo: string,
  row: Pick<OperatorRow, 'id' | 'nombre' | 'correo'> | undefined,
  place: Place | null,
): Promise<void> {
  const now = ctx.clock.now()
  if (!(await mayWarn(ctx.db.read, kind, correo, now)) || !row) return
  const site = await readSite(ctx)
  await ctx.db.write('operadores', async (tx) => {
    if (!(await takeWarning(tx, kind, correo, now))) return
    await enqueueMail(tx, accessMail(site, row, kind, now, place))
    if (kind === 'codigo') return
    await noteInSite(tx, now, SYSTEM, 'acceso frenado', { operador_id: row.id, nombre: row.nombre })
  })
}

/** A first sign-in, of a browser that has nothing of an earlier one. */
export const FIRST: EarlierSignIn = { sessionHash: null, deviceHash: null }

/** Lets an operator in, in the transaction that has checked their right. */
export async function enter(
  tx: Sql,
  operatorId: number,
  now: Instant,
  opened: OpenedSession,
  from: EarlierSignIn & Place,
): Promise<void> {
  await openSession(tx, operatorId, now, opened, from)
  await updateOperator(tx, operatorId, { entrada_en: now })
}
