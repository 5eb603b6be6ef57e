import { existsSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSpace } from '#platform/server/installation/space.ts'
import { PATIENCE } from '#platform/server/object-store/requests.ts'
import { StoreError, type StoreTrouble } from '#platform/server/object-store/store-error.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import type { BackupSettings } from '../../place-rules.ts'
import { claimPlace, requireOurs } from '../copy/whose-place.ts'
import { folderTrouble } from '../place/folder-trouble.ts'
import { openPlace } from '../place/open-place.ts'
import type { Place } from '../place/place.ts'
import { ownPlace } from '../place/where.ts'

type Field = keyof BackupSettings & ('destino' | `s3_${string}`)

/** Somebody waits for the answer: a server that is silent is given up earlier than at night. */
const SHORT = { ...PATIENCE, answer: 5_000, tries: 2 }

/** Refusals of a bucket's server, for the person who types its fields, with the field of each. */
const STORE_TROUBLES: Record<StoreTrouble, [field: Field, says: string]> = {
  key: ['s3_clave', 'El almacén no acepta esa clave con ese secreto.'],
  bucket: ['destino', 'El almacén no tiene ese contenedor: créalo, privado, o corrige el nombre.'],
  forbidden: ['s3_clave', 'Esa clave no puede escribir, leer, listar y borrar en el contenedor: dale permiso.'],
  region: ['s3_region', 'El contenedor está en otra región: corrige la región o el servidor.'],
  clock: ['destino', 'El reloj de este servidor no coincide con el del almacén: pide que lo pongan en hora.'],
  unreachable: ['s3_servidor', 'Ese almacén no responde: revisa la dirección.'],
  full: ['destino', 'El almacén no tiene espacio, o llegó a su cuota.'],
  altered: ['s3_servidor', 'El almacén devolvió otra cosa que lo que se guardó.'],
  public: ['destino', 'Ese contenedor está abierto a cualquiera, y las copias llevan todo: ciérralo antes.'],
  failed: ['s3_servidor', 'El almacén respondió con un error. Revisa la dirección, o intenta más tarde.'],
}

/**
 * Tries a place as a copy would use it: it belongs to nobody else, has room, takes a small file, gives it back and lets it be removed, and
 * shows strangers nothing. From then on it belongs to this installation.
 * @throws AppError 422 LUGAR_NO_SIRVE, with the field that it is about
 */
export async function provePlace(ctx: Ctx, settings: BackupSettings): Promise<void> {
  try {
    const place = await openPlace(settings.destino || ownPlace(ctx.config), ctx, settings, SHORT)
    const { identidad } = await requireOurs(ctx, place)
    await claimIn(place, identidad)
  } catch (error) {
    throw explain(error)
  }
}

/** The owner's file is read back like every file; a bucket is tried before it goes there (open-place.ts). */
async function claimIn(place: Place, identidad: string): Promise<void> {
  const { folder } = place
  if (folder === null) return claimPlace(place, identidad)
  // Without its disk, the folder is missing too: a new one would be on another disk.
  const made = !existsSync(folder)
  if (made) await mkdir(folder, { mode: 0o700 })
  try {
    if ((await readSpace(folder)).level === 'grave')
      throw unfit('Ahí no queda espacio: haz lugar, o elige otro lugar.', 'destino')
    await claimPlace(place, identidad)
  } catch (error) {
    if (made) await rmdir(folder).catch(() => {})
    throw error
  }
}

/** @param field to correct. */
export function unfit(says: string, field: Field, cause?: unknown): AppError {
  return refusal('LUGAR_NO_SIRVE', { details: says, campos: { [field]: says }, cause })
}

function explain(error: unknown): unknown {
  if (error instanceof StoreError) {
    const [field, says] = STORE_TROUBLES[error.trouble]
    return unfit(says, field, error)
  }
  if (error instanceof AppError) return error.code === 'LUGAR_NO_SIRVE' ? error : unfit(error.details, 'destino', error)
  const says = systemTrouble(error) ?? folderTrouble(error)
  return says === null ? error : unfit(says, 'destino', error)
}
