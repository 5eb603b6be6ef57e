import { resolve } from 'node:path'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import { type Cover, coverWith, uncovered, wrongPassphrase } from '../copy/cover.ts'
import { isCopyName, keyOf, listCopies, MANIFEST, PROOFS, readIdentity, readManifest } from '../copy/manifest.ts'
import { folderPlace } from '../place/folder-place.ts'
import type { Place } from '../place/place.ts'

export type FoundCopy = Awaited<ReturnType<typeof findCopy>>

/**
 * @param from a place, of which its newest copy is taken, or one copy in it: `/otro/disco/respaldo-000012-2026-11-23`.
 * With a passphrase, a plain copy is trusted only if it is named: anybody with write access could have put it there.
 * @throws AppError RESPALDO_INVALIDO
 */
export async function findCopy(
  from: string,
  passphrase: string | null,
  openPlace: (where: string) => Promise<Place> = async (where) => folderPlace(resolve(where)),
) {
  const [, above = '.', last = ''] = /^(?:(.*)\/)?([^/]*)\/?$/.exec(from) ?? []
  const named = isCopyName(last)
  const place = await openPlace(named ? above || '/' : from)
  const copy = named ? last : (await listCopies(place)).at(-1)
  if (copy === undefined) {
    throw refusal('RESPALDO_INVALIDO', { details: `${place.name} no tiene ningún respaldo terminado.` })
  }
  const cover = await coverOf(place, copy, passphrase)
  if (passphrase !== null && cover.identity === null && !named) {
    const details = `El último de ${place.name}, ${copy}, no está cifrado, y hay una frase en BACKUP_PASSPHRASE: pudo dejarlo ahí otra persona. Nombra el respaldo que quieres, ese mismo u otro.`
    throw refusal('RESPALDO_INVALIDO', { error: 'No está cifrado', details })
  }
  const manifest = await readManifest(place, copy, cover).catch(async (cause) => {
    if (named || isOfPlace(cause)) throw cause
    // The caller may know the others, and choose one.
    const details = `El último, ${copy}, no es un respaldo que se entienda.${otherThan(copy, await listCopies(place))}`
    throw refusal('RESPALDO_INVALIDO', { details, cause })
  })
  return { place, copy, cover, manifest }
}

/** The reader can act only if there is another one. */
function otherThan(copy: string, all: readonly string[]): string {
  const others = all.filter((name) => name !== copy).slice(-3)
  return others.length === 0 ? '' : ` Nombra otro: ${others.reverse().join(', ')}.`
}

async function coverOf(place: Place, copy: string, passphrase: string | null): Promise<Cover> {
  const identity = await readIdentity(place, copy)
  if (identity === null) return uncovered
  const cover = passphrase === null ? null : await coverWith(passphrase, identity)
  if (!cover) throw wrongPassphrase(passphrase)
  return cover
}

/** @throws AppError RESPALDO_INVALIDO if it was dropped as an old one while it was read: missing files are no damage then. */
async function requireThere({ place, copy, cover }: FoundCopy): Promise<void> {
  const found = await place.open(`${copy}/${MANIFEST}${cover.suffix}`)
  // The old one may go before this has opened it.
  found?.stream.on('error', () => {}).destroy()
  if (found) return
  const details = `${copy} se borró por viejo mientras se leía. No se restauró nada: usa uno más nuevo.`
  throw refusal('RESPALDO_INVALIDO', { error: 'El respaldo ya no está', details })
}

/**
 * Hands out files of the copy, one after the other. If its bytes were changed, the stream of one fails at its end.
 * @param lay puts one in its place, as a whole or not at all.
 * @returns names of missing or damaged ones; the others are in place.
 * @throws AppError RESPALDO_INVALIDO if the copy was dropped meanwhile; errors that keep whole files from being read or put
 */
export async function layWhole(
  found: FoundCopy,
  names: readonly string[],
  lay: (name: string, bytes: AsyncGenerator<Uint8Array>) => Promise<unknown>,
): Promise<string[]> {
  const lost: string[] = []
  for (const name of names) {
    try {
      await lay(name, readCopied(found, name))
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      lost.push(name)
    }
  }
  if (lost.length > 0) await requireThere(found)
  return lost
}

/** A file of a copy is missing, or was changed. */
class DamagedError extends Error {}

async function* readCopied({ place, copy, cover, manifest }: FoundCopy, name: string): AsyncGenerator<Uint8Array> {
  const file = manifest.archivos[name]
  const found = file && (await place.open(keyOf(copy, name, file, cover)))
  if (!found) throw new DamagedError(name)
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  let left = file.bytes
  try {
    for await (const bytes of await cover.open(found.stream)) {
      left -= bytes.length
      // A file that has grown fills nobody's disk.
      if (left < 0) throw new DamagedError(name)
      hash.update(bytes)
      yield bytes
    }
  } catch (error) {
    throw isOfPlace(error) ? error : new DamagedError(name, { cause: error })
  }
  if (hash.digest('hex') !== file.sha256) throw new DamagedError(name)
}

/** Obstacle to reading a file that may be whole: no permission, or a bucket that does not answer. */
function isOfPlace(error: unknown): boolean {
  return systemTrouble(error) !== null || (error instanceof StoreError && error.trouble !== 'altered')
}

/** Without database, key and identity the rest is of no use. */
export async function uselessWithout(lost: readonly string[], { place, copy }: FoundCopy): Promise<AppError> {
  const details = `${saysLost(lost.join(', '))}. No se restauró nada.${otherThan(copy, await listCopies(place))}`
  return refusal('RESPALDO_INVALIDO', { error: 'El respaldo está dañado', details })
}

export const saysLost = (what: string) => `${what} falta en el respaldo, o no es el que se guardó`

/** The same of each, with `compra ABC123: ` before a proof. @param read sees the database that was copied. */
export async function describeLost(read: Sql, lost: readonly string[]): Promise<string[]> {
  const said: string[] = []
  for (const name of lost) {
    const proof = read
      .selectFrom('proofs')
      .innerJoin('purchases', 'purchases.id', 'proofs.compra_id')
      .select('purchases.codigo')
      .where('proofs.id', '=', name.slice(PROOFS.length + 1))
    const row = await proof.executeTakeFirst()
    said.push(saysLost(row ? `compra ${row.codigo}: ${name}` : name))
  }
  return said
}
