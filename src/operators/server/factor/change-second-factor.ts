import type { Session } from '#access/server/session.ts'
import { deleteOtherBrowsers } from '#access/server/store.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import type { SecondFactorCode } from '../../contract.ts'
import { noteOwnChange } from '../account/alert-owners.ts'
import { newRecoveryCodes, newTotpSecret, totpStep, totpUri } from '../secrets.ts'
import { requirePassword } from '../sign-in/require-password.ts'
import { findById, updateOperator } from '../store.ts'
import { clearSecret, confirmSecret, replaceRecoveryCodes } from './factor-store.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'
import { openTotp, sealTotp } from './sealed-secret.ts'

/**
 * Makes a secret and shows it; sign-in stays as it is until a code of it comes back.
 * @throws AppError 409 SEGUNDO_FACTOR_ACTIVO
 */
export async function beginSecondFactor(ctx: Ctx, { operator }: Session) {
  if (operator.segundo_factor) throw refusal('SEGUNDO_FACTOR_ACTIVO')
  const secreto = newTotpSecret(ctx.random)
  const { nombre } = await readSite(ctx)
  const totp_pendiente = sealTotp(ctx.keys, operator.id, secreto)
  await ctx.db.write('operadores', (tx) => updateOperator(tx, operator.id, { totp_pendiente }))
  return { secreto, uri: totpUri(nombre, operator.correo, secreto) }
}

/**
 * Turns the second factor on with the password and a first code; forgets the operator's other browsers and their sessions, and mails the
 * operator. Without the password, the thief of a session could make a factor of their own and pass for the owner wherever one is needed.
 * One guess pays for both.
 * @returns recovery codes, in clear for the only time.
 * @throws AppError 401 CREDENCIALES_INVALIDAS | CODIGO_INVALIDO, 409 SEGUNDO_FACTOR_SIN_EMPEZAR, 429 DEMASIADOS_INTENTOS
 */
export async function confirmSecondFactor(ctx: Ctx, session: Session, given: SecondFactorCode) {
  const { operator } = session
  const requireStill = await requirePassword(ctx, operator, given.clave)
  const site = await readSite(ctx)
  const codes = newRecoveryCodes(ctx.random)
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    await requireStill(tx)
    const row = await findById(tx, operator.id)
    if (!row?.totp_pendiente) throw refusal('SEGUNDO_FACTOR_SIN_EMPEZAR')
    const step = totpStep(openTotp(ctx.keys, operator.id, row.totp_pendiente), given.codigo, now, row)
    if (step === null || !(await confirmSecret(tx, row, row.totp_pendiente, step))) throw refusal('CODIGO_INVALIDO')
    await replaceRecoveryCodes(tx, operator.id, codes)
    await deleteOtherBrowsers(tx, operator.id, session)
    await noteOwnChange(tx, site, operator, now, {
      accion: 'segundo factor activado',
      titulo: 'Activaste tu segundo paso',
      texto:
        'Desde ahora, después de tu clave se pide un código de tu teléfono. Cerramos tus otras sesiones. Si no fuiste tú, pon otra clave ahora y pide a otro dueño, o a quien cuida el servidor, que quite ese segundo paso.',
    })
  })
  return { codigos: codes }
}

/**
 * Turns the second factor off, with a code of it or a recovery code; forgets the operator's other browsers and their sessions, and mails the
 * operator.
 * @throws AppError those of `requireFreshFactor`
 */
export async function removeSecondFactor(ctx: Ctx, session: Session, code: string): Promise<void> {
  const { operator } = session
  const con = await requireFreshFactor(ctx, operator, code, 'quitar tu segundo paso')
  const site = await readSite(ctx)
  await ctx.db.write('operadores', async (tx) => {
    await clearSecret(tx, operator.id)
    await deleteOtherBrowsers(tx, operator.id, session)
    await noteOwnChange(tx, site, operator, ctx.clock.now(), {
      accion: 'segundo factor quitado',
      datos: { con },
      titulo: 'Quitaste tu segundo paso',
      texto:
        'Hasta que actives otro en Cuenta, entras solo con tu clave. Cerramos tus otras sesiones. Si no fuiste tú, pon otra clave ahora y activa tu segundo paso.',
    })
  })
}
