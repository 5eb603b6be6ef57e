import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dayInCaracas } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { absent, flushDisk } from '#platform/server/files.ts'
import { FORM_LIMITS } from '#platform/server/http/form-places.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { KEY_FILE } from '#platform/server/installation/keys.ts'
import { once } from '#platform/server/object-store/pieces.ts'
import { sha256 } from '#platform/server/object-store/requests.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import { openImages } from '#raffles/server/images/image-files.ts'
import { type Place, putBytes } from '../place/place.ts'
import { type CopiedDatabase, copyDatabase } from './copy-database.ts'
import { type Cover, coverWith, IDENTITY_FILE, uncovered } from './cover.ts'
import {
  type CopiedFile,
  countOf,
  IMAGES,
  keyOf,
  listCopies,
  MANIFEST,
  type Manifest,
  readIdentity,
  readManifest,
  readSums,
  SHARED,
  SUMS,
} from './manifest.ts'
import { prune } from './prune.ts'
import { findStaging, requireRoom } from './room.ts'
import { hashOf, proofSource, putCovered, type Source, unlessRotten } from './sources.ts'
import { requireStillOurs, takePlace } from './whose-place.ts'

/** Where the database is copied before it goes to its place. */
const WORK_FOLDER = 'respaldo.tmp'
/** Each file of a disk is read again in one of so many copies, and repaired if it has rotted. */
const READ_AGAIN = 7
const AT_ONCE = 8

export interface Asked {
  place: Place
  /** Null: every reader of the copy can use it. */
  passphrase: string | null
  /** Copies that stay, this one among them; null: all. */
  keep: number | null
  /** Somebody names the place now: it may be empty though it had copies. */
  chosen?: boolean
  /** Version of the product. */
  product: string
}

/** A finished copy; `nuevos` of its files were not there yet, and with `con_llave` its holder can read sealed data. */
export type Made = Awaited<ReturnType<typeof copyAll>>

/**
 * Copies everything while the shop sells: the database as of one instant, then the files that it names, which are older than their
 * rows, and last the manifest. Files that the place has already are not copied again.
 * @throws AppError DESTINO_OCUPADO, DESTINO_VACIO, RESPALDO_EN_MARCHA, SIN_ESPACIO, RESPALDO_IMPOSIBLE
 */
export async function makeCopy(ctx: Ctx, asked: Asked): Promise<Made> {
  const { place, passphrase, keep, chosen = false } = asked
  // Two simultaneous copies would each take the other's files for leftovers of an interrupted one.
  const here = lockHere(ctx)
  // Of several data folders with one database one copies to a bucket at a time, by their rows (store.ts).
  const there = here && (place.folder === null ? () => {} : lockFor('backup', place.folder))
  if (!there) {
    here?.()
    throw underWay()
  }
  const works = [ctx.config.dataDir, place.folder].flatMap((folder) =>
    folder === null ? [] : join(folder, WORK_FOLDER),
  )
  const clear = () => Promise.all(works.map((work) => rm(work, { recursive: true, force: true }).catch(() => {})))
  try {
    const identity = await takePlace(ctx, place, chosen)
    const copies = await listCopies(place)
    const cover = await findCover(place, copies, passphrase)
    await clear()
    const database = await copyDatabase(ctx, join(await findStaging(ctx, place, passphrase !== null), WORK_FOLDER))
    try {
      const made = await copyAll(ctx, asked, cover, identity, database, copies)
      await prune(place, keep, made.copia)
      return made
    } catch (error) {
      // A half-made copy would keep its room until the next one. In a place that has become another installation's it may be theirs.
      const pruned = requireStillOurs(place, identity).then(() => prune(place, null, null))
      await pruned.catch(() => {})
      throw error
    }
  } finally {
    await clear()
    there()
    here()
  }
}

/** A read-only disk cannot show that this process copies, and no other has to wait for it. */
function lockHere({ config }: Ctx): (() => void) | null {
  try {
    return lockFor('backup', config.dataDir)
  } catch (error) {
    if (systemTrouble(error) !== null) return () => {}
    throw error
  }
}

/** When this has resolved, all that was put survives a power cut: once for all of it, for each file takes ten times as long. */
async function flush({ folder }: Place): Promise<void> {
  if (folder !== null) await flushDisk(folder)
}

export function underWay(): AppError {
  const details = 'Otro respaldo de esta instalación está en marcha. Espera a que termine.'
  return refusal('RESPALDO_EN_MARCHA', { details })
}

async function copyAll(
  ctx: Ctx,
  { place, product }: Asked,
  cover: Cover,
  instalacion: string,
  database: CopiedDatabase,
  copies: readonly string[],
) {
  // The database took its time, in which another installation may have begun here too.
  await requireStillOurs(place, instalacion)
  const there = new Map<string, number>()
  for await (const { key, size } of place.list(SHARED)) there.set(key, size)
  // One more than any copy has that is there.
  const count = Math.max(0, ...copies.map(countOf).filter((each) => each < FAR)) + 1
  const now = ctx.clock.now()
  const copia = `respaldo-${String(count).padStart(6, '0')}-${dayInCaracas(now)}`
  // Existing files, by key, with the hashes from the copies' own lists.
  const known = new Map<string, string>()
  for (const copy of copies) for (const [key, hash] of (await readSums(place, copy)) ?? []) known.set(key, hash)
  const archivos: Manifest['archivos'] = {}
  const sums = new Map<string, string>()
  const faltan: string[] = []
  let nuevos = 0

  // A sealed file is larger than its content: a smaller one was cut, and a bucket is never read again.
  const isThere = (key: string, { bytes }: CopiedFile) =>
    cover.identity ? (there.get(key) ?? -1) > bytes : there.get(key) === bytes

  async function lay(key: string, { file, open }: Source, room?: Buffer): Promise<string | null> {
    // A plain file is named by its hash: a list with another one has rotted.
    const stored = cover.identity || known.get(key) === file.sha256 ? known.get(key) : undefined
    const again =
      place.folder !== null && Number.parseInt(file.sha256.slice(0, 2), 16) % READ_AGAIN === count % READ_AGAIN
    if (stored !== undefined && isThere(key, file) && !(again && (await hashOf(place, key)) !== stored)) return stored
    const bytes = await unlessRotten(open(room))
    const put = bytes && (await putCovered(place, key, cover, bytes, file.bytes))
    if (put?.file.sha256 !== file.sha256) {
      if (put) await place.remove(key)
      return null
    }
    nuevos++
    return put.stored
  }

  /** Two files of the same bytes are one there. */
  const laid = new Map<string, Promise<string | null>>()
  async function store(source: Source, room?: Buffer): Promise<void> {
    const { name, file } = source
    const key = keyOf(copia, name, file, cover)
    const before = laid.get(key)
    const done = before ? before.then((hash) => hash ?? lay(key, source, room)) : lay(key, source, room)
    laid.set(key, done)
    const hash = await done
    if (hash === null) {
      faltan.push(name)
      return
    }
    archivos[name] = file
    sums.set(key, hash)
  }

  const proofs = database.proofs.map((proof) => proofSource(ctx, proof))
  const isNew = ({ name, file }: Source) => !isThere(keyOf(copia, name, file, cover), file)
  const needed = proofs.filter(isNew).reduce((sum, { file }) => sum + Math.min(file.bytes, FORM_LIMITS.fileSize), 0)
  await requireRoom(place.folder, needed + (await stat(database.path)).size)
  const single = [database.path, join(ctx.config.dataDir, INSTALLATION_FILE), join(ctx.config.dataDir, KEY_FILE)]
  for (const path of single) {
    const found = await stat(path).catch(absent)
    if (!found) continue
    const name = basename(path)
    const key = `${copia}/${name}${cover.suffix}`
    const { file, stored } = await putCovered(place, key, cover, createReadStream(path), found.size)
    archivos[name] = file
    sums.set(key, stored)
    nuevos++
  }
  // One waits for the disk while another is hashed. A row may give any size; only the used part of a buffer takes memory.
  const rooms = Array.from({ length: AT_ONCE }, () => Buffer.allocUnsafeSlow(FORM_LIMITS.fileSize))
  for (let at = 0; at < proofs.length; at += AT_ONCE) {
    const ended = await Promise.allSettled(
      proofs.slice(at, at + AT_ONCE).map((proof, lane) => store(proof, rooms[lane])),
    )
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  }
  const images = await openImages(ctx.config)
  for await (const id of images.olderThan(Number.POSITIVE_INFINITY)) {
    const bytes = await unlessRotten(images.read(id))
    if (bytes === null) continue
    const file = { sha256: sha256(bytes), bytes: bytes.length }
    await store({ name: `${IMAGES}/${id}`, file, open: async () => once(bytes) })
  }
  const unseen = database.pictures.map((id) => `${IMAGES}/${id}`).filter((name) => !Object.hasOwn(archivos, name))
  const before = unseen.length === 0 ? {} : await lastFiles(place, copies, cover)
  // Files that the shop has lost stay as the place has them.
  for (const name of unseen) {
    const file = before[name]
    if (file) await store({ name, file, open: async () => null })
    else faltan.push(name)
  }
  if (cover.identity) {
    const key = `${copia}/${IDENTITY_FILE}`
    sums.set(key, await putBytes(place, key, cover.identity))
  }
  const text = (content: string) => Buffer.from(content)
  await putBytes(place, `${copia}/${SUMS}`, text([...sums].map(([key, hash]) => `${hash}  ${key}\n`).join('')))
  const missing = faltan.sort().map((name) => `${name} falta, o no es el que llegó`)
  const { contiene, llave } = database
  const motor = ctx.config.databaseUrl === null ? 'sqlite' : 'postgres'
  const said: Manifest = {
    version: 2,
    producto: product,
    motor,
    en: now,
    instalacion,
    ...(llave !== undefined && { llave }),
    en_s3: ctx.config.s3 !== null,
    archivos,
    faltan: missing,
    contiene,
  }
  const manifest = text(`${JSON.stringify(said, null, 1)}\n`)
  const size = cover.identity ? null : manifest.length
  await flush(place)
  await requireStillOurs(place, instalacion)
  await place.put(`${copia}/${MANIFEST}${cover.suffix}`, await cover.seal(once(manifest)), size)
  await flush(place)
  const files = Object.values(archivos)
  // All that it takes to put it back.
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { copia, archivos: files.length, nuevos, bytes, con_llave: KEY_FILE in archivos, faltan: missing, contiene }
}

/** No installation gets this far: a copy with such a number was put there, and the copies after it would have no name of ours. */
const FAR = 900_000

/** Files in the newest copy that this cover opens; none if there is no such copy. */
async function lastFiles(place: Place, copies: readonly string[], cover: Cover): Promise<Manifest['archivos']> {
  for (const copy of copies.toReversed()) {
    const read = await readManifest(place, copy, cover).catch(() => null)
    if (read !== null) return read.archivos
  }
  return {}
}

/** The identity of the existing copies, if the passphrase opens it: their files need not be sealed again. */
async function findCover(place: Place, copies: readonly string[], passphrase: string | null): Promise<Cover> {
  if (passphrase === null) return uncovered
  for (const copy of copies.toReversed()) {
    const kept = await readIdentity(place, copy)
    const cover = kept && (await coverWith(passphrase, kept))
    if (cover) return cover
    if (kept) break
  }
  const made = await coverWith(passphrase, null)
  if (!made) throw new Error('a new identity opens by itself')
  return made
}
