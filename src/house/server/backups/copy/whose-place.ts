import { resolve } from 'node:path'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { called } from '#platform/server/installation/called.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { type Place, putBytes } from '../place/place.ts'
import { ownPlace } from '../place/where.ts'
import { hasCopyAt } from '../store.ts'
import { listCopies, readSmall, SHARED } from './manifest.ts'

/**
 * An earlier copy of another installation is not ours to drop, and neither are files in place of ours. A place that had copies and is empty is more
 * often the folder under an unmounted disk than a place for a new beginning.
 * @param chosen somebody names it now, and may want an empty one.
 * @returns the id of this one, which the place has from now on.
 * @throws AppError 409 DESTINO_OCUPADO | DESTINO_VACIO
 */
export async function takePlace(ctx: Ctx, place: Place, chosen: boolean): Promise<string> {
  const { identidad, known } = await requireOurs(ctx, place)
  if (known) return identidad
  if (!chosen && (await hasLostCopies(ctx, place))) throw emptied(place)
  await claimPlace(place, identidad)
  return identidad
}

/** The place belongs to this installation from now on. @throws those of requireStillOurs */
export async function claimPlace(place: Place, identidad: string): Promise<void> {
  await putBytes(place, INSTALLATION_FILE, Buffer.from(identidad))
  await requireStillOurs(place, identidad)
}

/**
 * Two installations that begin in one empty place at the same moment both find it free: it belongs to the last writer. A disk that went
 * away leaves an empty folder, on which a copy would count as made.
 * @throws AppError 409 DESTINO_OCUPADO to the other, DESTINO_VACIO if its owner's file is gone
 */
export async function requireStillOurs(place: Place, identidad: string): Promise<void> {
  const known = await ownerOf(place)
  if (!known) throw emptied(place)
  if (known !== identidad) throw taken(place, OTHERS)
}

/** The folder inside the data folder has no disk of its own, and is new after a restore. */
async function hasLostCopies({ config, db }: Ctx, { name }: Place): Promise<boolean> {
  return name !== resolve(ownPlace(config)) && (await hasCopyAt(db.read, name))
}

function emptied({ name, folder }: Place): AppError {
  const why = folder !== null ? '¿se desconectó el disco?' : '¿es otro contenedor, o se vació?'
  const details = `El lugar de los respaldos, ${name}, está vacío, y ya tenía copias: ${why} Si quieres empezar ahí de nuevo, guárdalo otra vez en Respaldos, o nómbralo con ${called('backup --to')}.`
  return refusal('DESTINO_VACIO', { details })
}

/** The same without a trace. @returns the id of this installation, and whether the place has it: otherwise it is empty. */
export async function requireOurs(ctx: Ctx, place: Place): Promise<{ identidad: string; known: boolean }> {
  const { identidad } = await ctx.db.read.selectFrom('installation').select('identidad').executeTakeFirstOrThrow()
  const known = await ownerOf(place)
  if (known === identidad) return { identidad, known: true }
  if (known) throw taken(place, OTHERS)
  if ((await listCopies(place)).length > 0) throw taken(place, NOBODYS)
  const there = await whatIsThere(place)
  if (there !== null) throw taken(place, `ya tiene ${there}, que no es de esta instalación. Indica un lugar vacío.`)
  return { identidad, known: false }
}

async function ownerOf(place: Place): Promise<string | undefined> {
  return (await readSmall(place, INSTALLATION_FILE, 1000))?.toString('utf8').trim()
}

const NOBODYS = `tiene copias y no dice de qué instalación son: falta su archivo ${INSTALLATION_FILE}. Si son de esta, pon ahí el de la carpeta de datos; si no, indica un lugar vacío.`
const OTHERS = 'tiene el respaldo de otra instalación. Indica un lugar propio para esta.'

function taken({ name }: Place, what: string): AppError {
  return refusal('DESTINO_OCUPADO', { details: `${name} ${what}` })
}

/** A file in the place of ours; null if there is none. */
async function whatIsThere(place: Place): Promise<string | null> {
  for (const prefix of [SHARED, 'respaldo-']) for await (const { key } of place.list(prefix)) return key
  return null
}
