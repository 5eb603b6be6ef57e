import type { Session } from '#access/server/session.ts'
import { hashToken } from '#access/server/tokens.ts'
import { after, MINUTE } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { randomId } from '#platform/server/random.ts'
import { readSite } from '#site/server/read-site.ts'
import { noteOwnChange } from '../account/alert-owners.ts'
import { spendGuess } from '../sign-in/spend-guess.ts'
import { assertionOptions, readRegistration, registrationOptions, verifyAssertion } from './passkey-ceremony.ts'
import { deletePasskey, insertPasskey, listPasskeys, putChallenge } from './passkey-store.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'
import { PASSKEY_CODE } from './take-code.ts'

const MOST_KEYS = 10
const CODE_LASTS = MINUTE

/**
 * Begins a key for the operator, with a fresh code of the existing second factor: a key only adds to it.
 * @throws AppError 409 DEMASIADAS_LLAVES, and those of `requireFreshFactor`.
 */
export async function beginPasskey(ctx: Ctx, { operator }: Session, code: string) {
  await refuseMoreKeys(ctx.db.read, operator.id)
  await requireFreshFactor(ctx, operator, code, 'agregar una llave de acceso')
  const { nombre } = await readSite(ctx)
  return registrationOptions(ctx, nombre, operator)
}

async function refuseMoreKeys(tx: Sql, operatorId: number): Promise<void> {
  if ((await listPasskeys(tx, operatorId)).length < MOST_KEYS) return
  throw refusal('DEMASIADAS_LLAVES')
}

/** Keeps the key that the operator's browser made, and mails them. @throws AppError 422 LLAVE_NO_SIRVE, 409 DEMASIADAS_LLAVES */
export async function addPasskey(ctx: Ctx, { operator }: Session, nombre: string, response: object): Promise<void> {
  const key = await readRegistration(ctx, operator.id, response)
  if (!key) throw refusal('LLAVE_NO_SIRVE')
  const now = ctx.clock.now()
  const site = await readSite(ctx)
  await ctx.db.write('operadores', async (tx) => {
    await refuseMoreKeys(tx, operator.id)
    const kept = await insertPasskey(tx, {
      id: key.id,
      operador_id: operator.id,
      clave_publica: Buffer.from(key.publicKey).toString('base64url'),
      contador: key.counter,
      transportes: (key.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).join(','),
      nombre,
      creado_en: now,
      usado_en: null,
    })
    if (!kept) throw refusal('LLAVE_NO_SIRVE')
    await noteOwnChange(tx, site, operator, now, {
      accion: 'llave de acceso agregada',
      datos: { llave: nombre },
      titulo: 'Agregaste una llave de acceso',
      texto: `«${nombre}» sirve desde ahora como segundo paso. Si no fuiste tú, quítala en Cuenta y cambia tu clave.`,
    })
  })
}

/**
 * Removes a key, and mails the operator. It needs no code: a lost key is removed immediately, and the rest is stricter.
 * @throws AppError 404
 */
export async function removePasskey(ctx: Ctx, { operator }: Session, id: string): Promise<void> {
  const site = await readSite(ctx)
  await ctx.db.write('operadores', async (tx) => {
    const key = await deletePasskey(tx, operator.id, id)
    if (!key) throw notFound('Esa llave no existe')
    await noteOwnChange(tx, site, operator, ctx.clock.now(), {
      accion: 'llave de acceso quitada',
      datos: { llave: key.nombre },
      titulo: 'Quitaste una llave de acceso',
      texto: `«${key.nombre}» ya no sirve como segundo paso. Si no fuiste tú, cambia tu clave ahora y cierra tus otras sesiones en Cuenta.`,
    })
  })
}

/** Options for the operator's browser to give a fresh factor by a key. @throws AppError 404 without a key */
export async function beginFreshPasskey(ctx: Ctx, { operator }: Session) {
  const options = await assertionOptions(ctx, operator.id, 'confirmar')
  if (!options) throw notFound('No tienes llaves de acceso')
  return options
}

/**
 * Turns the answer of a key into a code that serves as one of the application would: once, for a minute, for this operator only. So
 * every call that needs a fresh code takes a key as well.
 * @throws AppError 401 CODIGO_INVALIDO, 429 DEMASIADOS_INTENTOS
 */
export async function freshCodeByPasskey(ctx: Ctx, { operator }: Session, response: object) {
  const now = ctx.clock.now()
  if (ctx.config.abuseLimits) {
    await ctx.db.write('operadores', (tx) => spendGuess(tx, 'llave', String(operator.id), now))
  }
  if (!(await verifyAssertion(ctx, operator.id, 'confirmar', response))) throw refusal('CODIGO_INVALIDO')
  const codigo = `${PASSKEY_CODE}${randomId(ctx.random)}`
  const kept = { reto_hash: hashToken(codigo), operador_id: operator.id, para: 'codigo' as const }
  await ctx.db.write('operadores', (tx) => putChallenge(tx, kept, now, after(now, CODE_LASTS)))
  return { codigo }
}
