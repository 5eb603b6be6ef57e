import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import { type Asked, type Made, makeCopy, underWay } from './copy/make-copy.ts'
import { folderTrouble } from './place/folder-place.ts'
import { insertBackup, isAnotherAlive, updateBackup } from './store.ts'

/** The lane of the rows about copies. */
export const LANE = 'respaldos'
/** Milliseconds between signs of life of a process that makes a copy. */
const ALIVE_EVERY = 60_000
/** Limit of listed files: `verify` has them all. */
const TOLD = 3

/**
 * Makes a copy and stores its time and outcome. A requested one is made even if the database takes no row any more.
 * @param night row of a nightly one that was claimed for it.
 * @returns `anotado`: whether that was stored.
 * @throws those of makeCopy
 */
export async function recordCopy(ctx: Ctx, asked: Asked, night: number | null): Promise<Made & { anotado: boolean }> {
  const now = () => ctx.clock.now()
  // A disk has a lock of its own, and so has the data folder, next to which SQLite has no other: both end with a killed process.
  const alone = asked.place.folder === null && ctx.config.databaseUrl !== null
  if (alone && night !== null && (await isAnotherAlive(ctx.db.read, night, now()))) throw underWay()
  const id = night ?? (await whereItFits(beginAsked(ctx, alone)))
  const write = async (changes: Parameters<typeof updateBackup>[2]) =>
    id !== null &&
    (await whereItFits(ctx.db.write(LANE, (tx) => updateBackup(tx, id, { visto_en: now(), ...changes }))))
  const timer = setInterval(() => void write({}).catch(() => {}), ALIVE_EVERY).unref()
  const ended = { lugar: asked.place.name }
  try {
    const made = await makeCopy(ctx, asked)
    clearInterval(timer)
    const { copia, bytes, archivos, nuevos, faltan } = made
    const more = faltan.length > TOLD ? `; y ${faltan.length - TOLD} más` : ''
    const detalle = faltan.length === 0 ? '' : `${faltan.slice(0, TOLD).join('; ')}${more}.`
    const row = { ...ended, copia, bytes, archivos, nuevos, estado: 'hecho', terminado_en: now(), detalle } as const
    return { ...made, anotado: (await write(row)) === true }
  } catch (error) {
    clearInterval(timer)
    const said = error instanceof AppError ? error.details : error instanceof Error ? error.message : String(error)
    const detalle = systemTrouble(error) ?? folderTrouble(error) ?? said
    await write({ ...ended, estado: 'fallido', terminado_en: now(), detalle: detalle.slice(0, 1000) }).catch(() => {})
    throw error
  }
}

/** @param alone no other process may be making one. @returns the row of a requested copy. @throws AppError RESPALDO_EN_MARCHA */
export function beginAsked({ db, clock }: Ctx, alone: boolean): Promise<number | null> {
  return db.write(LANE, async (tx) => {
    if (alone && (await isAnotherAlive(tx, 0, clock.now()))) throw underWay()
    return insertBackup(tx, null, clock.now())
  })
}

/** Null if the disk of the database takes nothing more: a copy on another disk helps then. */
async function whereItFits<T>(writing: Promise<T>): Promise<T | null> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIN_ESPACIO') return null
    throw error
  }
}
