import { CONSOLE } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { IN_STORE, InstallationError, installationOf } from '#platform/server/installation/installation.ts'
import { readStoreId, writeStoreId } from '#platform/server/installation/store-installation.ts'
import { openStore } from '#platform/server/object-store/open-store.ts'
import type { ObjectStore } from '#platform/server/object-store/store.ts'
import { IMAGES, type Manifest, PROOFS } from '../copy/manifest.ts'
import type { FoundCopy } from './find-copy.ts'

/** New place of a copy's proofs and pictures, if it is not the old one. */
export const FILE_TARGETS = ['carpeta', 's3'] as const
export type FileTarget = (typeof FILE_TARGETS)[number]

/** Files of proofs and pictures, which may go to a bucket; the others belong next to the database. */
export const isShared = (name: string) => name.startsWith(`${PROOFS}/`) || name.startsWith(`${IMAGES}/`)

/**
 * Whether files go to the bucket of the configuration: as at the time of the copy, or as requested.
 * @param asked null: the old place.
 * @throws InstallationError if that is impossible
 */
export function goToBucket({ en_s3 }: Manifest, { s3 }: Pick<Config, 's3'>, asked: FileTarget | null): boolean {
  if (asked === 's3' && s3 === null) {
    throw new InstallationError(
      'Faltan S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY: dicen a qué contenedor van.',
    )
  }
  if (asked !== null) return asked === 's3'
  if (en_s3 === true && s3 === null) throw new InstallationError(WITHOUT_BUCKET)
  if (en_s3 === false && s3 !== null) throw new InstallationError(WITHOUT_FOLDER)
  return s3 !== null
}

/**
 * Opens the bucket for proofs and pictures of a copy.
 * @param asNew it may be an empty one, which belongs to this installation from now on.
 * @returns a function that puts one there; existing ones stay.
 * @throws InstallationError for another's, or one that was lost; StoreError
 */
export async function openTarget({ manifest }: FoundCopy, s3: NonNullable<Config['s3']>, asNew: boolean) {
  const { archivos, instalacion } = manifest
  const store = await openStore(s3)
  await store.check()
  await takeBucket(store, instalacion, asNew)
  return async (name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    const [file, there] = [archivos[name], await store.look(name)]
    if (there?.size === file?.bytes && (there?.sha256 ?? file?.sha256) === file?.sha256) return
    await store.put(name, bytes, file?.sha256)
  }
}

async function takeBucket(store: ObjectStore, id: string, asNew: boolean): Promise<void> {
  const known = await readStoreId(store)
  if (known === id) return
  if (known !== null || (asNew && !(await isEmpty(store)))) throw new InstallationError(OTHER_BUCKET)
  if (!asNew) throw new InstallationError(LOST_BUCKET)
  await writeStoreId(store, id)
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for (const folder of [PROOFS, IMAGES]) for await (const _ of store.list(`${folder}/`, 1)) return false
  return true
}

/** Writes down where files are from now on, when that is elsewhere. */
export async function sayWhereFilesAre(ctx: Ctx, { archivos }: Manifest, target: FileTarget): Promise<void> {
  const toStore = target === 's3'
  if ((await installationOf(ctx.db.read)).archivos === (toStore ? IN_STORE : null)) return
  await writeFilesMoved(ctx, toStore, Object.keys(archivos).filter(isShared).length)
}

const WAYS =
  'Con --archivos s3 van a un contenedor nuevo y vacío, el de las variables S3_…; con --archivos carpeta, a la carpeta de datos.'
const WITHOUT_BUCKET = `Los comprobantes y las imágenes de este respaldo estaban en S3. Define S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY. Si ese contenedor se perdió, el respaldo los lleva. ${WAYS} No se restauró nada.`
const WITHOUT_FOLDER = `Los comprobantes y las imágenes de este respaldo estaban en la carpeta de datos, y S3_BUCKET pide que estén en S3. Quita las variables S3_…, o di a dónde van. ${WAYS} No se restauró nada.`
const LOST_BUCKET = `El contenedor S3 no tiene nada de esta instalación. Si es otro, indica el suyo con S3_BUCKET y S3_PREFIX. Si se perdió, el respaldo lleva sus archivos. ${WAYS} No se restauró nada.`
const OTHER_BUCKET =
  'El contenedor S3 tiene archivos, y no son de la instalación de este respaldo. Indica otro con S3_BUCKET, o sepáralos con S3_PREFIX. No se restauró nada.'

/** Writes down that proofs and pictures are elsewhere from now on: in the bucket, or in the data folder. @param count of files. */
export function writeFilesMoved(ctx: Ctx, toStore: boolean, count: number): Promise<void> {
  return ctx.db.write('instalacion', async (tx) => {
    await noteInSite(tx, ctx.clock.now(), CONSOLE, 'archivos mudados', {
      archivos: count,
      destino: toStore ? 'S3' : 'carpeta',
    })
    await tx
      .updateTable('installation')
      .set({ archivos: toStore ? IN_STORE : null })
      .execute()
  })
}
