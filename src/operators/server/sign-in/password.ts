import { hash, verify } from '@node-rs/argon2'
import { AppError, busy } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { readSite } from '#site/server/read-site.ts'
import type { Operator } from '../../contract.ts'
import { isOwnPassword } from '../../easy-password.ts'
import { findById, keepsPassword } from '../store.ts'
import { spendGuess } from './spend-guess.ts'

/**
 * argon2id with 19 MiB, 2 passes, 1 lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of a password that nobody has: what is verified for a mail that is unknown, so that both take the same time. */
const NOBODY = hash('nadie tiene esta clave, ni la tendrá', COST)

/** Checks share libuv's four threads with the files, so they take turns; strangers who flood them wait for each other. */
const LONGEST_QUEUE = 16
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST)
}

/**
 * @param hashed null when there is no such operator; it takes as long, and is false.
 * @throws AppError 503 SERVIDOR_OCUPADO when too many wait for a check.
 */
export async function checkPassword(hashed: string | null, password: string): Promise<boolean> {
  if (waiting >= LONGEST_QUEUE) throw busy()
  waiting++
  const check = turn.then(async () => verify(hashed ?? (await NOBODY), password.normalize('NFKC')))
  turn = check.catch(() => undefined)
  try {
    return (await check) && hashed !== null
  } finally {
    waiting--
  }
}

/**
 * Nobody takes for a password what is written in his mails and on the shop. The contract cannot know it.
 * @param field of the form that brought it.
 * @throws AppError 422 DATOS_INVALIDOS
 */
export async function refuseOwnPassword(
  ctx: Ctx,
  password: string,
  who: { nombre: string; correo: string },
  field: 'clave' | 'nueva',
): Promise<void> {
  const site = await readSite(ctx)
  if (!isOwnPassword(password, [who.nombre, who.correo, site.nombre])) return
  const details = 'Es fácil de adivinar: es tu correo, tu nombre o el de la rifa con poco más. Prueba una frase tuya.'
  throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', details, { extra: { campos: { [field]: details } } })
}

/**
 * Asks somebody who is signed in for his password, always, however fresh his session: for what a stolen or unattended session
 * must not do where there is no second factor to ask for. A guess counts with those at his codes, right or wrong: fewer than
 * the door allows, and apart from it, so that strangers who exhaust the door do not keep him from protecting his account.
 * @returns what refuses, in the transaction of what is asked for, when it is his password no more.
 * @throws AppError 401 CREDENCIALES_INVALIDAS, 429 DEMASIADOS_INTENTOS
 */
export async function requirePassword(
  ctx: Ctx,
  { id }: Operator,
  password: string,
): Promise<(tx: Sql) => Promise<void>> {
  // On its own, so that a wrong password leaves its guess spent.
  if (ctx.config.abuseLimits) {
    await ctx.db.write('operadores', (tx) => spendGuess(tx, 'codigo', String(id), ctx.clock.now()))
  }
  const row = await findById(ctx.db.read, id)
  const clave_hash = row?.clave_hash ?? null
  if (clave_hash === null || !(await checkPassword(clave_hash, password))) throw wrongPassword()
  return async (tx) => {
    if (!(await keepsPassword(tx, { id, clave_hash }))) throw wrongPassword()
  }
}

function wrongPassword(): AppError {
  return new AppError(401, 'CREDENCIALES_INVALIDAS', 'Esa no es tu clave', 'Escríbela otra vez.')
}
