import type { Session } from '#access/server/session.ts'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readKept } from '#platform/server/settings/settings.ts'
import { changeSetting } from '#settings/server/change-setting.ts'
import type { PlaceSave } from '../../contract.ts'
import { type BackupSettings, isBucket, keepsSecret, placeProblems } from '../../place-rules.ts'
import { requireApart } from '../place/where.ts'
import { provePlace, unfit } from './prove-place.ts'

/**
 * Saves the place of copies, their hour, their number and their seal, once the place has taken a small file and given it back. Copies in
 * another place, or under another passphrase, stay as they are.
 * @throws AppError 422 DATOS_INVALIDOS | LUGAR_NO_SIRVE, and those of changeSetting
 */
export async function savePlace(ctx: Ctx, session: Session, { valor, ...change }: PlaceSave): Promise<void> {
  const kept = (await readKept(ctx, 'respaldos'))?.valor ?? null
  const s3_secreto = valor.s3_secreto ?? (keepsSecret(kept, valor) ? kept?.s3_secreto : undefined) ?? ''
  const asked: BackupSettings = { ...valor, s3_secreto, frase: valor.frase ?? kept?.frase ?? '' }
  const campos = placeProblems(asked)
  if (Object.keys(campos).length > 0) {
    throw refusal('DATOS_INVALIDOS', { details: Object.values(campos).join(' '), campos })
  }
  // A bucket's credentials are of no use to a folder, and are not kept for nothing.
  const place = isBucket(asked.destino)
    ? asked
    : { ...asked, s3_servidor: '', s3_region: '', s3_clave: '', s3_secreto: '' }
  refuseInside(ctx, place.destino)
  await changeSetting(
    ctx,
    session,
    'respaldos',
    { ...change, valor: place },
    { prove: () => provePlace(ctx, place), says: [sayPlace(place, kept?.frase ?? '')] },
  )
}

/** Before a code is spent: it takes no look at the place. */
function refuseInside({ config }: Ctx, destino: string): void {
  if (destino === '') return
  try {
    requireApart(destino, config)
  } catch (error) {
    if (error instanceof AppError) throw unfit(error.details, 'destino')
    throw error
  }
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
