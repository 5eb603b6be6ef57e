import { hashToken } from '#access/server/tokens.ts'
import { DAY, HOUR, type Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'

/**
 * Buckets that hold `burst` guesses and empty by `perHour`, so an hour sees at most the sum of both. They are in the
 * database: a restart does not empty them, and all processes share them. A sign-in that succeeds does not empty them either.
 */
const BUCKETS = {
  /** All strangers together at one account: at most 80 an hour. */
  correo: { burst: 20, perHour: 60 },
  /** One address at all accounts. */
  ip: { burst: 20, perHour: 40 },
  /** A browser in which the operator has signed in before: strangers cannot exhaust its guesses. */
  equipo: { burst: 10, perHour: 20 },
  /** Codes and passwords of a signed-in operator. */
  codigo: { burst: 10, perHour: 20 },
  /** Answers of a key: they cannot be guessed, but each is work for us. */
  llave: { burst: 20, perHour: 60 },
  /** Links for another password: requests for one mail, and from one address. */
  olvido: { burst: 3, perHour: 3 },
  'olvido-ip': { burst: 5, perHour: 10 },
  /** Addresses and keys of sources of money that are none, from one address. */
  'fuente-ip': { burst: 30, perHour: 120 },
  /**
   * Different cédulas that one connection looks up, and its /48. In any hour that makes 60 of an address; a neighbour of a visitor who takes
   * them all waits two minutes, not an hour.
   */
  consulta: { burst: 30, perHour: 30 },
  'consulta-red': { burst: 60, perHour: 60 },
  /** A connection and a cédula that it looked up. */
  consultada: { burst: 1, perHour: 1 },
  /** Requests of one source: the holder of its key cannot fill the disk. */
  fuente: { burst: 2000, perHour: 7200 },
} as const

export type Bucket = keyof typeof BUCKETS

/**
 * Takes one guess, before the check that it pays for.
 * @throws AppError 429 DEMASIADOS_INTENTOS; the job's other guesses are undone with it.
 */
export async function spendGuess(tx: Sql, bucket: Bucket, whose: string, now: Instant): Promise<void> {
  const wait = await takeGuess(tx, bucket, whose, now)
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  throw refusal('DEMASIADOS_INTENTOS', {
    details: `Espera ${seconds < 90 ? `${seconds} segundos` : `${Math.ceil(seconds / 60)} minutos`} y prueba de nuevo.`,
    wait: seconds,
  })
}

/** Takes one guess. @returns 0, or milliseconds until there is one. */
export async function takeGuess(tx: Sql, bucket: Bucket, whose: string, now: Instant): Promise<number> {
  const { burst, perHour } = BUCKETS[bucket]
  const taken = await pourGuess(tx, keyOf(bucket, whose), now, { burst, interval: HOUR / perHour })
  return taken ? 0 : Math.max(1, await guessWait(tx, bucket, whose, now))
}

/** Milliseconds until there is a guess, 0 if there is one now. */
export async function guessWait(sql: Sql, bucket: Bucket, whose: string, now: Instant): Promise<number> {
  const { burst, perHour } = BUCKETS[bucket]
  const interval = HOUR / perHour
  const fullUntil = (await bucketFullUntil(sql, keyOf(bucket, whose))) ?? now
  // Fuller than possible, it counts as empty (pourGuess).
  return fullUntil > now + interval * burst ? 0 : Math.max(0, fullUntil - interval * (burst - 1) - now)
}

/** Gives a right guess back, where only the operator can be right: their work does not lock them out. */
export async function giveGuessBack(tx: Sql, bucket: Bucket, whose: string): Promise<void> {
  await returnGuess(tx, keyOf(bucket, whose), HOUR / BUCKETS[bucket].perHour)
}

/** Takes one of the few tries of a permit, for any caller; within the hour they do not come back. @returns false once they are spent. */
export function takeTry(tx: Sql, permit: string, now: Instant, tries: number): Promise<boolean> {
  return pourGuess(tx, keyOf('permiso', permit), now, { interval: HOUR, burst: tries })
}

/** Gives back a try that came to nothing. */
export async function giveTryBack(tx: Sql, permit: string): Promise<void> {
  await returnGuess(tx, keyOf('permiso', permit), HOUR)
}

/** Whether the operator has not been warned of that within a day. */
export async function mayWarn(sql: Sql, kind: string, whose: string, now: Instant): Promise<boolean> {
  return ((await bucketFullUntil(sql, keyOf(`aviso-${kind}`, whose))) ?? now) <= now
}

/** @returns true once a day for each kind of warning and person. */
export function takeWarning(tx: Sql, kind: string, whose: string, now: Instant): Promise<boolean> {
  return pourGuess(tx, keyOf(`aviso-${kind}`, whose), now, { interval: DAY, burst: 1 })
}

/** Hashed: the table need not name the victim, nor the source. */
function keyOf(bucket: string, whose: string): string {
  return `${bucket}:${hashToken(whose)}`
}

/**
 * Pours one guess into a bucket that empties at an even pace. A bucket fuller than possible was filled while the clock was ahead: it counts as empty,
 * or it would keep its owner out for as long as the clock had been wrong.
 * @returns false when it would run over; then nothing changes.
 */
async function pourGuess(
  tx: Sql,
  clave: string,
  now: Instant,
  bucket: { interval: number; burst: number },
): Promise<boolean> {
  const fullest = (now + bucket.interval * bucket.burst) as Instant
  const rows = await tx
    .insertInto('guess_limits')
    .values({ clave, lleno_hasta: (now + bucket.interval) as Instant })
    .onConflict((conflict) =>
      conflict
        .column('clave')
        .doUpdateSet((row) => ({
          lleno_hasta: row
            .case()
            .when(row.between('guess_limits.lleno_hasta', (now + 1) as Instant, fullest))
            .then(row('guess_limits.lleno_hasta', '+', bucket.interval as Instant))
            .else((now + bucket.interval) as Instant)
            .end(),
        }))
        .where((row) =>
          row.or([
            row('guess_limits.lleno_hasta', '<=', (fullest - bucket.interval) as Instant),
            row('guess_limits.lleno_hasta', '>', fullest),
          ]),
        ),
    )
    .returning('clave')
    .execute()
  return rows.length === 1
}

/** Takes one guess out again: it was right. */
async function returnGuess(tx: Sql, clave: string, interval: number): Promise<void> {
  await tx
    .updateTable('guess_limits')
    .set((row) => ({ lleno_hasta: row('lleno_hasta', '-', interval as Instant) }))
    .where('clave', '=', clave)
    .execute()
}

async function bucketFullUntil(tx: Sql, clave: string): Promise<Instant | null> {
  const row = await tx.selectFrom('guess_limits').select('lleno_hasta').where('clave', '=', clave).executeTakeFirst()
  return row?.lleno_hasta ?? null
}
