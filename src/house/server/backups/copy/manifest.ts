import { z } from 'zod'
import { refusal } from '#platform/errors.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { KEY_FILE } from '#platform/server/installation/keys.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import { type Place, UNFINISHED } from '../place/place.ts'
import { type Cover, IDENTITY_FILE } from './cover.ts'
import { facts } from './facts.ts'

/** The list of a copy's content. It is written last: a copy without it was never finished. */
export const MANIFEST = 'manifest.json'

/** Hashes of a copy's files as stored, for `sha256sum -c`: also of sealed ones, without their passphrase. */
export const SUMS = 'SHA256SUMS'

/** Files that copies share, by the hash of their content. */
export const SHARED = 'archivos/'

/** The database of a copy on PostgreSQL. */
export const DUMP_FILE = 'tombola.dump'
export const DATABASE_NAMES = { sqlite: DATABASE_FILE, postgres: DUMP_FILE }

/** Folders of the data folder whose files copies share. */
export const PROOFS = 'comprobantes'
export const IMAGES = 'imagenes'

/** `respaldo-000012-2026-11-23`: the count orders them, by any clock. */
const COPY = /^respaldo-\d{6}-\d{4}-\d\d-\d\d$/
const OWN = [...Object.values(DATABASE_NAMES), KEY_FILE, INSTALLATION_FILE]
/** A manifest of a million files; a larger one is not ours. */
const LARGEST = 256 * 2 ** 20

/** Others may write to the place of copies: a manifest may name only the places of our own files. */
const copiedName = z
  .string()
  .refine((name) => OWN.includes(name) || new RegExp(`^(${PROOFS}|${IMAGES})/[A-Za-z0-9_-]{22}$`).test(name))
const HASH = /^[0-9a-f]{64}$/
const file = z.object({ sha256: z.string().regex(HASH), bytes: z.number().int().nonnegative() })

const manifest = z
  .object({
    version: z.literal(2),
    /** Of the product that made it. */
    producto: z.string().max(50),
    motor: z.enum(['sqlite', 'postgres']),
    /** Milliseconds since 1970, of a day that there is. */
    en: z.number().int().min(0).max(8.64e15),
    /** Id of the installation. */
    instalacion: z.string().max(100),
    /** By its path in the data folder; the database by its name. */
    archivos: z.record(copiedName, file),
    /** Fingerprint of the key of its database (installation_key.huella); older copies lack it. */
    llave: z.string().max(100).optional(),
    /** Its proofs and pictures were in a bucket. They are in the copy all the same. */
    en_s3: z.boolean().optional(),
    /** Files that the database named and nobody had, a sentence each. */
    faltan: z.array(z.string().max(500)),
    contiene: facts,
  })
  // Its own database and no other, which is compared with its hash before anything is written.
  .refine(({ motor, archivos }) =>
    Object.entries(DATABASE_NAMES).every(([engine, name]) => Object.hasOwn(archivos, name) === (engine === motor)),
  )
export type Manifest = z.infer<typeof manifest>
export type CopiedFile = z.infer<typeof file>

export const isCopyName = (name: string) => COPY.test(name)
export const countOf = (copy: string) => Number(copy.slice(9, 15))

/** Whether a file of ours has that key, finished or not. All other files in a place belong to somebody, and are never removed. */
export function isOurs(key: string): boolean {
  const finished = key.endsWith(UNFINISHED) ? key.slice(0, -UNFINISHED.length) : key
  if (/^archivos\/([0-9a-f]{2})\/\1[0-9a-f]{62}(\.age)?$/.test(finished)) return true
  const [copy = '', file = '', ...deeper] = finished.split('/')
  const names = [IDENTITY_FILE, ...[...OWN, MANIFEST, SUMS].flatMap((name) => [name, `${name}.age`])]
  return isCopyName(copy) && deeper.length === 0 && names.includes(file)
}

/** Key of a copy's file in its place. */
export function keyOf(copy: string, name: string, { sha256 }: Pick<CopiedFile, 'sha256'>, cover: Cover): string {
  if (OWN.includes(name)) return `${copy}/${name}${cover.suffix}`
  const shared = cover.nameOf(sha256)
  return `${SHARED}${shared.slice(0, 2)}/${shared}${cover.suffix}`
}

/** Finished copies of a place, the oldest first. */
export async function listCopies(place: Place): Promise<string[]> {
  const copies = new Set<string>()
  for await (const { key } of place.list('respaldo-')) {
    const [copy = '', name] = key.split('/')
    if (isCopyName(copy) && (name === MANIFEST || name === `${MANIFEST}.age`)) copies.add(copy)
  }
  return [...copies].sort()
}

/** @throws AppError RESPALDO_INVALIDO when it is not there, or not one that we write. */
export async function readManifest(place: Place, copy: string, cover: Cover): Promise<Manifest> {
  try {
    const bytes = await readSmall(place, `${copy}/${MANIFEST}${cover.suffix}`, LARGEST)
    if (bytes === null) throw new Error('no manifest')
    let text = ''
    const decoder = new TextDecoder()
    const { Readable } = await import('node:stream')
    for await (const part of await cover.open(Readable.from([bytes]))) text += decoder.decode(part, { stream: true })
    return manifest.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof StoreError || systemTrouble(error) !== null) throw error
    const details = `${copy} no tiene un respaldo terminado: falta ${MANIFEST}, o no se entiende.`
    throw refusal('RESPALDO_INVALIDO', { details, cause: error })
  }
}

export const readIdentity = (place: Place, copy: string) => readSmall(place, `${copy}/${IDENTITY_FILE}`, 10_000)

/** @returns null when it is not there. @throws when it is larger than it may be. */
export async function readSmall(place: Place, key: string, most: number): Promise<Buffer | null> {
  const found = await place.open(key)
  if (!found) return null
  if (found.size > most) throw new Error(`${key} is larger than it may be`)
  const parts: Buffer[] = []
  for await (const part of found.stream) parts.push(part)
  return Buffer.concat(parts)
}

const SUM =
  /^([0-9a-f]{64}) {2}((?:archivos\/[0-9a-f]{2}\/[0-9a-f]{64}|respaldo-\d{6}-\d{4}-\d\d-\d\d\/[a-z.]{1,30})(?:\.age)?)$/

/**
 * Hashes of a copy's files as stored, by key.
 * @returns null if they are unknown: then nothing that it may need is removed.
 */
export async function readSums(place: Place, copy: string): Promise<Map<string, string> | null> {
  const text = (await readSmall(place, `${copy}/${SUMS}`, LARGEST).catch(() => null))?.toString('utf8')
  if (!text?.endsWith('\n')) return null
  const sums = new Map<string, string>()
  for (const line of text.slice(0, -1).split('\n')) {
    const [, hash, key] = SUM.exec(line) ?? []
    if (hash === undefined || key === undefined) return null
    sums.set(key, hash)
  }
  return sums
}
