import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { type Place, putBytes } from '../place/place.ts'
import { readSmall, SHARED } from './manifest.ts'

/**
 * An earlier copy of another installation is not ours to drop, and no more are files that lie where ours would.
 * @returns the id of this one, which the place has from now on.
 * @throws AppError 409 DESTINO_OCUPADO
 */
export async function takePlace(ctx: Ctx, place: Place): Promise<string> {
  const { identidad, known } = await requireOurs(ctx, place)
  if (!known) await putBytes(place, INSTALLATION_FILE, Buffer.from(identidad))
  return identidad
}

/** The same without a trace. @returns the id of this installation, and whether the place has it. */
export async function requireOurs(ctx: Ctx, place: Place): Promise<{ identidad: string; known: boolean }> {
  const { identidad } = await ctx.db.read.selectFrom('installation').select('identidad').executeTakeFirstOrThrow()
  const known = await readSmall(place, INSTALLATION_FILE, 1000)
  const refuse = (what: string) => {
    throw new AppError(409, 'DESTINO_OCUPADO', 'Elige otra carpeta', `${place.name} ${what}`)
  }
  if (known === null) {
    const there = await whatIsThere(place)
    if (there !== null) refuse(`ya tiene ${there}, que no es de esta instalación. Indica un lugar vacío.`)
  } else if (known.toString('utf8') !== identidad) {
    refuse('tiene el respaldo de otra instalación. Indica un lugar propio para esta.')
  }
  return { identidad, known: known !== null }
}

/** A file where ours would lie; null when there is none. */
async function whatIsThere(place: Place): Promise<string | null> {
  for (const prefix of [SHARED, 'respaldo-']) for await (const { key } of place.list(prefix)) return key
  return null
}
