import { existsSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import type { Session } from '#access/server/session.ts'
import { AppError, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSpace } from '#platform/server/installation/space.ts'
import { PATIENCE } from '#platform/server/object-store/requests.ts'
import { StoreError, type StoreTrouble } from '#platform/server/object-store/store-error.ts'
import { readKept } from '#platform/server/settings/settings.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import type { PlaceSave } from '../../../contract.ts'
import { type BackupSettings, isBucket, keepsSecret, placeProblems } from '../../../place-rules.ts'
import { changeSetting } from '../../settings/change-setting.ts'
import { claimPlace, requireOurs } from '../copy/whose-place.ts'
import { folderTrouble } from '../place/folder-place.ts'
import { openPlace } from '../place/open-place.ts'
import type { Place } from '../place/place.ts'
import { ownPlace, requireApart } from '../place/where.ts'

/**
 * Saves the place of copies, their hour, their number and their seal, once the place has taken a small file and given it back. Copies in
 * another place, or under another passphrase, stay as they are.
 * @throws AppError 422 DATOS_INVALIDOS | LUGAR_NO_SIRVE, and those of changeSetting
 */
export async function savePlace(ctx: Ctx, session: Session, { valor, ...change }: PlaceSave): Promise<void> {
  const kept = (await readKept(ctx, 'respaldos'))?.valor ?? null
  const s3_secreto = valor.s3_secreto ?? (keepsSecret(kept, valor) ? kept?.s3_secreto : undefined) ?? ''
  const asked: BackupSettings = { ...valor, s3_secreto, frase: valor.frase ?? kept?.frase ?? '' }
  refuseFields(placeProblems(asked))
  // A bucket's credentials are of no use to a folder, and are not kept for nothing.
  const place = isBucket(asked.destino)
    ? asked
    : { ...asked, s3_servidor: '', s3_region: '', s3_clave: '', s3_secreto: '' }
  // Before a code is spent: it takes no look at the place.
  try {
    if (place.destino !== '') requireApart(place.destino, ctx.config)
  } catch (error) {
    throw explain(error)
  }
  await changeSetting(
    ctx,
    session,
    'respaldos',
    { ...change, valor: place },
    { prove: () => provePlace(ctx, place), says: [sayPlace(place, kept?.frase ?? '')] },
  )
}

/**
 * The other owners must see the new place of their buyers' data, even if it is a bucket of the same name at another provider, and that
 * only another passphrase will soon open the copies.
 * @param before the passphrase until now.
 */
function sayPlace({ destino, frase, quedan, s3_servidor }: BackupSettings, before: string): string {
  const bucket = `${destino} en ${s3_servidor}`
  const where = destino === '' ? 'la carpeta de siempre, en el mismo servidor' : s3_servidor === '' ? destino : bucket
  const seal =
    frase === '' ? 'No van cifradas' : `Van cifradas con ${frase === before ? 'la frase de antes' : 'una frase nueva'}`
  return `Las copias de todo van desde ahora a: ${where}. ${seal}. Copias que se guardan: ${quedan}. Si no lo esperabas, míralo en el panel, en Respaldos.`
}

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
function unfit(says: string, field: Field, cause?: unknown): AppError {
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
