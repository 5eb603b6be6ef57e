import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { writeFilesMoved } from '#house/server/backups/back/put-files.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { FolderInUseError, withFolder } from '#platform/server/db/instance-lock.ts'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import { InstallationError, installationOf } from '#platform/server/installation/installation.ts'
import { readStoreId, writeStoreId } from '#platform/server/installation/store-installation.ts'
import { openStore } from '#platform/server/object-store/open-store.ts'
import { type StoreSettings, sha256 } from '#platform/server/object-store/requests.ts'
import { openStoreFiles } from '#platform/server/object-store/store-files.ts'
import { PROOFS_FOLDER, withContext } from '../../server/create-context.ts'
import { readProcesses } from '../../server/state/processes.ts'
import { audit } from '../audit.ts'
import { type LookingCommand, UsageError } from '../command.ts'

const FOLDERS = [PROOFS_FOLDER, 'imagenes']
const AT_ONCE = 8

/** Copies files that one has and the other lacks, reads them there, and compares them. @returns how many. */
async function copyAll(from: Files, to: Files): Promise<number> {
  const limit = pLimit(AT_ONCE)
  const ids = await Array.fromAsync(from.olderThan(Number.POSITIVE_INFINITY))
  await Promise.all(
    ids.map((id) =>
      limit(async () => {
        const bytes = await from.read(id)
        if (bytes === null) return
        if (!(await to.has(id))) await to.put(id, bytes)
        const there = await to.read(id)
        if (!there || sha256(there) !== sha256(bytes)) throw refused(`El archivo ${id} no llegó igual.`)
      }),
    ),
  )
  return ids.length
}

/**
 * Moves proofs and pictures from the data folder to a bucket, with every server off. The local files stay until all were read and compared there;
 * then the database names the bucket as their place. After an interruption, run the same command to continue.
 * @throws AppError, FolderInUseError, InstallationError, StoreError
 */
async function moveFiles(config: Config, s3: StoreSettings): Promise<number> {
  const store = await openStore(s3)
  await store.check()
  return withContext({ ...config, s3: null }, 'any folder', async (ctx) => {
    if ((await readProcesses(ctx)).length > 0) throw new FolderInUseError(RUNNING)
    const { identidad } = await installationOf(ctx.db.read)
    const ofStore = await readStoreId(store)
    if (identidad === null || (ofStore !== null && ofStore !== identidad)) throw new InstallationError(OTHER)
    // First of all: another installation must not begin there meanwhile.
    if (ofStore === null) await writeStoreId(store, identidad)
    let count = 0
    for (const name of FOLDERS) {
      const here = await openDiskFiles(join(config.dataDir, name))
      count += await copyAll(here, openStoreFiles(store, name, join(config.dataDir, 'llegando')))
    }
    await settle(ctx, { ...config, s3 }, count)
    return count
  })
}

/** From now on files are there; the local ones get another name, as a reserve. */
async function settle(ctx: Ctx, config: Config, count: number): Promise<void> {
  await writeFilesMoved(ctx, true, count)
  const problems = await withContext(config, null, audit)
  if (problems.length > 0) throw refused(problems.join('\n'))
  const aside = join(config.dataDir, `archivos-antes-de-s3-${ctx.clock.now()}`)
  await mkdir(aside, { mode: 0o700 })
  for (const name of FOLDERS) await rename(join(config.dataDir, name), join(aside, name))
}

function refused(details: string): AppError {
  return refusal('NO_CUADRA', { details })
}

const RUNNING = 'Un servidor usa esta instalación. Deténlos todos y espera dos minutos antes de mudar los archivos.'
const OTHER = 'El contenedor S3 es de otra instalación. Indica otro con S3_BUCKET, o sepáralos con S3_PREFIX.'

export const filesToStoreCommand: LookingCommand = {
  name: 'files to-s3',
  needs: 'installation',
  usage: '',
  summary: 'lleva los comprobantes y las imágenes al contenedor S3, con el servidor apagado',
  async look(config) {
    const { s3 } = config
    if (s3 === null) throw new UsageError('Faltan S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY.')
    const archivos = await withFolder(config.dataDir, () => moveFiles(config, s3))
    return {
      data: { archivos },
      text: `Hecho: ${archivos} archivos, y todo cuadra. Enciende con las variables S3_….`,
    }
  },
}
