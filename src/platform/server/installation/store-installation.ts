import { join } from 'node:path'
import type { Db } from '../db/database.ts'
import type { ObjectStore } from '../object-store/store.ts'
import { type Randomness, randomId } from '../random.ts'
import { called } from './called.ts'
import {
  IN_STORE,
  INSTALLATION_FILE,
  InstallationError,
  installationOf,
  introduce,
  mixed,
  withoutDatabase,
} from './installation.ts'
import { readOnce, writeOnce } from './once-file.ts'

/**
 * Compares bucket, folder and database when files are in a bucket: each machine then has a folder of its own, and a new one joins. The
 * bucket carries its installation's id like folders do.
 * @param isEmpty whether the bucket holds no files that a database must know.
 * @throws InstallationError with instructions, StoreError
 */
export async function checkStoreInstallation(
  dataDir: string,
  db: Db,
  random: Randomness,
  store: Pick<ObjectStore, 'put' | 'read'>,
  isEmpty: () => Promise<boolean>,
): Promise<void> {
  const file = join(dataDir, INSTALLATION_FILE)
  const { identidad: ofDatabase, archivos } = await installationOf(db.read)
  const ofStore = await readStoreId(store)
  const ofFolder = readOnce(file)
  if (ofDatabase !== null) {
    if (archivos !== IN_STORE) throw new InstallationError(IN_FOLDER)
    if (ofStore !== ofDatabase) throw new InstallationError(ofStore === null ? LOST_STORE : OTHER_STORE)
    if (ofFolder === null) writeOnce(file, ofDatabase)
    if (readOnce(file) !== ofDatabase) throw new InstallationError(mixed(dataDir))
    return
  }
  // Nothing can be lost: the bucket is new, or a first start was interrupted before the database knew of it.
  if (!(await isEmpty())) throw new InstallationError(OTHER_STORE)
  if (ofFolder !== null && ofStore !== null && ofFolder !== ofStore)
    throw new InstallationError(withoutDatabase(dataDir))
  const id = ofStore ?? ofFolder ?? randomId(random)
  await writeStoreId(store, id)
  const kept = await db.write('instalacion', (tx) => introduce(tx, id, IN_STORE))
  // Two machines that begin simultaneously both write the id that the database has kept.
  if (kept !== id) await writeStoreId(store, kept)
  writeOnce(file, kept)
  if (readOnce(file) !== kept) throw new InstallationError(mixed(dataDir))
}

export async function readStoreId(store: Pick<ObjectStore, 'read'>): Promise<string | null> {
  return (await store.read(INSTALLATION_FILE))?.toString('utf8').trim() ?? null
}

export async function writeStoreId(store: Pick<ObjectStore, 'put'>, id: string): Promise<void> {
  await store.put(INSTALLATION_FILE, Buffer.from(`${id}\n`))
}

const IN_FOLDER = `Los comprobantes y las imágenes de esta instalación están en su carpeta de datos, y S3_BUCKET pide que estén en S3. Llévalos, en la máquina que los tiene y con el servidor apagado, con: ${called('files to-s3')}. O quita las variables S3_….`
const LOST_STORE =
  'El contenedor S3 no tiene nada de esta instalación. No arrancamos para no vender sin los comprobantes. Indica el suyo con S3_BUCKET y S3_PREFIX, o recupéralo de un respaldo.'
const OTHER_STORE =
  'El contenedor S3 es de otra instalación que la base de datos. No arrancamos para no tocar sus comprobantes. Indica otro con S3_BUCKET, o sepáralos con S3_PREFIX.'
