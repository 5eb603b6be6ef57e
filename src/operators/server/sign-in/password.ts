import { hash, verify } from '@node-rs/argon2'
import { busy } from '#platform/errors.ts'

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
