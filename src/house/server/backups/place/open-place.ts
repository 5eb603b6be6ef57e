import { resolve } from 'node:path'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Patience, StoreSettings } from '#platform/server/object-store/requests.ts'
import { type BackupSettings, isBucket, readBucket } from '../../../place-rules.ts'
import { folderPlace } from './folder-place.ts'
import type { Place } from './place.ts'

/** How a bucket is entered; the rest of the settings is of no matter here. */
export type Entrance = Pick<BackupSettings, 's3_servidor' | 's3_region' | 's3_clave' | 's3_secreto'>

/**
 * @param where a folder, or `s3://bucket/prefix`.
 * @param patience with a bucket's server; the usual one by default.
 * @throws AppError DATOS_INVALIDOS for a bucket without credentials.
 */
export async function openPlace(
  where: string,
  ctx: Pick<Ctx, 'fetch'>,
  entrance: Entrance,
  patience?: Patience,
): Promise<Place> {
  if (!isBucket(where)) return folderPlace(resolve(where))
  const named = readBucket(where)
  const { s3_servidor, s3_region, s3_clave, s3_secreto } = entrance
  if (named === null || s3_servidor === '' || s3_clave === '' || s3_secreto === '') {
    const details =
      'Escribe s3://bucket/carpeta, y da también BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID y BACKUP_S3_SECRET_ACCESS_KEY.'
    throw refusal('DATOS_INVALIDOS', { error: 'Falta cómo entrar a ese lugar', details })
  }
  const settings = { endpoint: s3_servidor, ...named, region: s3_region || 'us-east-1' }
  return bucketPlace({ ...settings, keyId: s3_clave, secret: s3_secreto }, ctx.fetch, patience)
}

/** Copies in a bucket. */
export async function bucketPlace(
  settings: StoreSettings,
  fetch: typeof globalThis.fetch,
  patience?: Patience,
): Promise<Place> {
  const { openObjectStore } = await import('#platform/server/object-store/object-store.ts')
  const store = await openObjectStore(settings, fetch, patience)
  let checked: Promise<void> | null = null
  return {
    ...store,
    name: `s3://${settings.bucket}/${settings.prefix}`,
    folder: null,
    async put(key, source) {
      // Nothing of anybody goes to a bucket that strangers can read.
      checked ??= store.check()
      await checked
      return store.put(key, source)
    },
  }
}
