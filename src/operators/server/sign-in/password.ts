import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { isOwnPassword } from '../../easy-password.ts'

/**
 * argon2id with 19 MiB, 2 passes, 1 lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Loaded with the first password. */
const argon = () => import('@node-rs/argon2')

/** Hash of a password that nobody has: verified for an unknown mail, so that both take the same time. */
let nobody = ''

/** Checks share libuv's four threads with the files, so they run one after the other; strangers who flood them wait for each other. */
const LONGEST_QUEUE = 16
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon()
  return hash(password.normalize('NFKC'), COST)
}

/**
 * @param hashed null when there is no such operator; it takes as long, and is false.
 * @throws AppError 503 SERVIDOR_OCUPADO when too many wait for a check.
 */
export async function checkPassword(hashed: string | null, password: string): Promise<boolean> {
  if (waiting >= LONGEST_QUEUE) throw refusal('SERVIDOR_OCUPADO')
  waiting++
  const check = turn.then(async () => {
    const { verify } = await argon()
    // The first check makes it, for any mail: known and unknown ones wait for it alike.
    if (nobody === '') nobody = await hashPassword('nadie tiene esta clave, ni la tendrá')
    return verify(hashed ?? nobody, password.normalize('NFKC'))
  })
  turn = check.catch(() => undefined)
  try {
    return (await check) && hashed !== null
  } finally {
    waiting--
  }
}

/**
 * Refuses passwords that appear in the operator's mails or on the shop. The contract cannot know them.
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
  throw refusal('DATOS_INVALIDOS', { campos: { [field]: details } })
}
