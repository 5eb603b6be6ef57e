import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db, Sql } from '../db/database.ts'
import { readOnce, writeOnce } from './once-file.ts'

/**
 * The keys of an installation, all made from one secret that the database does not hold: a thief of the database alone can neither read sealed data
 * nor forge signatures.
 */
export type Keys = ReturnType<typeof keysFrom>

/** The installation's key is missing, malformed, or another than the one that the database was written with. */
export class KeyError extends Error {}

/** Name of the key's file in the data folder. */
export const KEY_FILE = 'llave.secreta'
const KEY_BYTES = 32

/** @param secret 32 random bytes. */
export function keysFrom(secret: Buffer) {
  const made = new Map<string, Buffer>()
  return {
    /** 32 bytes that are always the same for that purpose, and reveal nothing of those of another. */
    derive(purpose: string): Buffer {
      let key = made.get(purpose)
      if (!key) {
        key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `tombola ${purpose}`, KEY_BYTES))
        made.set(purpose, key)
      }
      return Buffer.from(key)
    },
  }
}

/**
 * The keys of this installation: of TOMBOLA_KEY, else of the file in the data folder. A database that has never seen a key gets
 * one, made now if none is given; after that it refuses every other. A key is never made for a database that knows one:
 * its sealed data would be lost behind a start that looks well.
 * @throws KeyError
 */
export async function openKeys(config: Pick<Config, 'dataDir' | 'key'>, db: Db): Promise<Keys> {
  const place = config.key === null ? join(config.dataDir, KEY_FILE) : 'TOMBOLA_KEY'
  const given = config.key ?? readOnce(place)
  const known = await db.read.selectFrom('installation_key').select('huella').executeTakeFirst()
  if (given === null && known) {
    throw new KeyError(
      `Falta la llave de esta instalación: no está ${place}. La base de datos fue escrita con una. Copia ese archivo del servidor o del respaldo de donde viene la base de datos, o define TOMBOLA_KEY con su contenido.`,
    )
  }
  // Kept for good before anything is sealed with it.
  const made = given === null && writeOnce(place, randomBytes(KEY_BYTES).toString('base64'))
  const keys = keysFrom(decodeKey(given ?? readOnce(place) ?? '', place))
  const print = fingerprint(keys)
  const kept = known?.huella ?? (await db.write('llave', (tx) => introduce(tx, print)))
  if (kept === print) return keys
  if (made) rmSync(place, { force: true })
  throw new KeyError(
    `La llave de ${place} no es la de esta base de datos. Todos los servidores de una base de datos llevan la misma: copia ${KEY_FILE} de la carpeta de datos con la que se creó, o define TOMBOLA_KEY con su contenido.`,
  )
}

/** @returns the fingerprint that the database keeps: this one, unless another process came first. */
async function introduce(tx: Sql, huella: string): Promise<string> {
  const mine = await tx
    .insertInto('installation_key')
    .values({ id: 1, huella })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('huella')
    .executeTakeFirst()
  return mine?.huella ?? (await tx.selectFrom('installation_key').select('huella').executeTakeFirstOrThrow()).huella
}

/** Identifies the key, and reveals nothing of it. */
function fingerprint(keys: Keys): string {
  return createHmac('sha256', keys.derive('huella')).update('tombola').digest('base64url')
}

/** Which key TOMBOLA_KEY is, as the database keeps it. @throws KeyError for a text that is none */
export function fingerprintOf(given: string): string {
  return fingerprint(keysFrom(decodeKey(given, 'TOMBOLA_KEY')))
}

/** @throws KeyError when the text is not 32 bytes in base64 or hexadecimal. */
function decodeKey(text: string, place: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES) return key
  throw new KeyError(`${place}: la llave debe tener 32 bytes en base64, como los da openssl rand -base64 32.`)
}

const given = new WeakMap<Sql, Uint8Array>()

/** Chains the journal, and hides its data about people. The database does not hold it. */
export function signingKey(keys: Keys): Uint8Array {
  return keys.derive('diario')
}

/** From now on this handle carries the key (`Db.signWith`). */
export function giveSigningKey(tx: Sql, key: Uint8Array): void {
  given.set(tx, key)
}

/** The key of a transaction. */
export function signingKeyOf(tx: Sql): Uint8Array {
  const key = given.get(tx)
  if (!key) throw new Error('this database was opened without the key that signs the journal')
  return key
}
