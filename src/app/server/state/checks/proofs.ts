import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PROOFS } from '#house/server/backups/copy/manifest.ts'
import type { Ctx } from '#platform/server/context.ts'
import { absent } from '#platform/server/files.ts'
import { called } from '#platform/server/installation/called.ts'
import { folderBelongs } from '#platform/server/installation/installation.ts'
import { PATIENCE, type StoreSettings } from '#platform/server/object-store/requests.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { type Check, type Found, grave, OUTSIDE, well } from '../check.ts'
import { PROCESSES_FOLDER, readProcesses } from '../processes.ts'

/** Purchases that are looked at every few seconds, and named. */
const NEWEST = 10_000
const NAMED = 20

/** Whether proofs and pictures are where every process puts and finds them: one folder, or one bucket. */
export const proofs: Check = {
  clave: 'carpeta',
  nombre: 'Los comprobantes',
  look: (ctx) => (ctx.config.s3 === null ? lookAtFolder(ctx) : lookAtStore(ctx.config.s3)),
}

/** A process with another folder answers 404 for files that the others have taken. */
async function lookAtFolder(ctx: Ctx): Promise<Found> {
  const { dataDir } = ctx.config
  const elsewhere = (await readProcesses(ctx)).filter(
    ({ id, este }) => !este && !existsSync(join(dataDir, PROCESSES_FOLDER, id)),
  )
  const belongs = await folderBelongs(ctx.config, ctx.db)
  if (elsewhere.length > 0 || !belongs) {
    return grave(
      'Los servidores no comparten la carpeta de los comprobantes: unos no ven lo que guardan los otros.',
      'Pide hoy a quien cuida el servidor que todos usen la misma carpeta.',
      belongs
        ? `En ${dataDir} no escribe: ${elsewhere.map(({ nombre }) => nombre).join(', ')}. ¿Está montada la misma en cada máquina (DATA_DIR)?`
        : `${dataDir} no es la de esta instalación: ¿se desmontó el disco?`,
    )
  }
  const lost = await findLost(ctx)
  if (lost.length === 0) return well('Los comprobantes están donde deben.', dataDir)
  return grave(
    lost.length === 1 ? 'Falta el comprobante de una compra.' : `Faltan los comprobantes de ${lost.length} compras.`,
    'Pide hoy a quien cuida el servidor que los busque en un respaldo, antes de que se borren por viejos.',
    `Compras: ${lost.slice(0, NAMED).join(', ')}${lost.length > NAMED ? '…' : ''}. En ${dataDir}; ${called('audit')} las dice todas.`,
  )
}

/** Codes of purchases whose proof is missing from the folder, among those still under review; `audit` has all. */
async function findLost({ config, db }: Ctx): Promise<string[]> {
  const folder = join(config.dataDir, PROOFS)
  const there = new Set((await readdir(folder).catch(absent)) ?? [])
  const newest = await db.read
    .selectFrom('purchases')
    .select(['codigo', 'comprobante'])
    .where('comprobante', '!=', '')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()
  // That of a purchase of this moment came after the folder was read.
  const isLost = (file: string) => !there.has(file) && !existsSync(join(folder, file))
  return newest.filter(({ comprobante }) => isLost(comprobante)).map(({ codigo }) => codigo)
}

/** Checks one name and writes nothing: it runs every few seconds. A start tries more. */
async function lookAtStore(s3: StoreSettings): Promise<Found> {
  const place = `S3: ${s3.endpoint}/${s3.bucket}/${s3.prefix}`
  try {
    if (await hasOurs(s3)) return well('El almacén de comprobantes e imágenes responde.', place)
    throw new StoreError('bucket')
  } catch (error) {
    return grave(
      'El almacén de comprobantes e imágenes no sirve ahora: nadie puede reportar un pago.',
      'Pide a quien cuida el servidor que lo revise.',
      `${error instanceof StoreError ? error.message : 'Error inesperado.'} ${place}`,
    )
  }
}

/** The viewer gets an answer in time: a silent store, from the start or in the middle of its answer, is given up long before a buyer's proof is. */
async function hasOurs(settings: StoreSettings): Promise<boolean> {
  const { openObjectStore } = await import('#platform/server/object-store/object-store.ts')
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new StoreError('unreachable', 'ETIMEDOUT')), OUTSIDE)
  const inTime: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([late.signal, ...(init?.signal ? [init.signal] : [])]) })
  try {
    const store = await openObjectStore(settings, inTime, { ...PATIENCE, tries: 2 })
    for await (const _ of store.list('instalacion', 1)) return true
    return false
  } finally {
    clearTimeout(timer)
  }
}
