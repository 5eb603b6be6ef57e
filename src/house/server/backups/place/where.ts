import { realpathSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { refusal } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import { FIXED } from '#platform/server/settings/fixed.ts'
import { readSetting, type SettingsCtx } from '#platform/server/settings/settings.ts'
import { NO_BACKUP_SETTINGS, type SettingValue } from '#platform/settings.ts'
import { readAddress } from '#platform/web-link.ts'
import { type BackupSettings, isBucket, readBucket } from '../../../place-rules.ts'

/** Inside the data folder, where the server may always write; nothing of it is ever copied. */
const FOLDER = 'respaldos'

/** Default place of copies. */
export const ownPlace = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, FOLDER)

/** @throws AppError DESTINO_OCUPADO if copies and their source would contain each other. */
export function requireApart(where: string, config: Pick<Config, 'dataDir'>): void {
  if (isBucket(where)) return
  const target = resolve(where)
  const { dataDir } = config
  if (isInside(target, ownPlace(config)) || !(isInside(target, dataDir) || isInside(dataDir, target))) return
  const details = `Esa carpeta y la de datos (${dataDir}) están una dentro de la otra, y se perderían juntas. Elige una aparte, mejor en otro disco.`
  throw refusal('DESTINO_OCUPADO', { details })
}

function isInside(folder: string, other: string): boolean {
  const path = relative(real(other), real(folder))
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`))
}

/** Where a path leads, also one of which the end is not there yet: a link hides nothing. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path))
  }
}

/** `f_type` of file systems in memory (tmpfs, ramfs), which a start of the machine empties: statfs(2). */
const IN_MEMORY = [0x01021994, 0x858458f6]

/**
 * Whether a copy there would be lost together with the shop: on the disk of the data folder, in the memory of this machine, in a
 * bucket of this machine, or in the very bucket of the shop's files.
 */
export async function isLostTogether(
  { destino, s3_servidor }: Pick<BackupSettings, 'destino' | 's3_servidor'>,
  config: Pick<Config, 'dataDir' | 's3'>,
): Promise<boolean> {
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(readAddress(s3_servidor)?.hostname ?? '')
  if (isBucket(destino)) return isHere || isOfShop(destino, s3_servidor, config)
  const [there, here] = await Promise.all([diskOf(resolve(destino || ownPlace(config))), diskOf(config.dataDir)])
  return there?.disk === here?.disk || there?.inMemory === true
}

/** Losing a bucket loses every folder in it. */
function isOfShop(destino: string, s3_servidor: string, { s3 }: Pick<Config, 's3'>): boolean {
  const address = (server: string) => readAddress(server)?.href.replace(/\/+$/, '')
  return s3 !== null && readBucket(destino)?.bucket === s3.bucket && address(s3_servidor) === address(s3.endpoint)
}

/** The device of a folder, or of its nearest parent; null without permission. */
async function diskOf(folder: string): Promise<{ disk: number; inMemory: boolean } | null> {
  try {
    const [{ dev }, { type }] = await Promise.all([stat(folder), statfs(folder)])
    return { disk: dev, inMemory: IN_MEMORY.includes(type) }
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return missing && dirname(folder) !== folder ? diskOf(dirname(folder)) : null
  }
}

/**
 * Place, hour and kind of copies, from the environment or the panel.
 * @param given a place for this once, in place of the usual one. Its bucket's credentials come from the environment, else from the panel.
 */
export async function readBackupSettings(ctx: SettingsCtx, given?: string): Promise<SettingValue<'respaldos'>> {
  const usual = (await readSetting(ctx, 'respaldos')) ?? NO_BACKUP_SETTINGS
  if (given === undefined) return usual
  const { s3_servidor, s3_region, s3_clave, s3_secreto } = atPlace(ctx.config, given)
  const entrance = { s3_servidor, s3_region, s3_clave, s3_secreto }
  return { ...usual, destino: given, ...(s3_secreto === '' ? {} : entrance) }
}

/** Settings of a named place, from the environment alone. */
export function atPlace(config: SettingsCtx['config'], given: string): SettingValue<'respaldos'> {
  return FIXED.respaldos.read({ ...config, backup: { ...config.backup, to: given } }) ?? NO_BACKUP_SETTINGS
}
