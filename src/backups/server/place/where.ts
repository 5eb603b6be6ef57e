import { join, relative, resolve, sep } from 'node:path'
import { AppError } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'

/** Inside the data folder, where the server may always write; nothing of it is ever copied. */
const FOLDER = 'respaldos'

/** Where copies go that nobody said a place for. */
export const ownPlace = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, FOLDER)

/** @throws AppError DESTINO_OCUPADO where copies and what is copied would lie in one another. */
export function requireApart(where: string, config: Pick<Config, 'dataDir'>): void {
  if (where.startsWith('s3://')) return
  const target = resolve(where)
  const { dataDir } = config
  if (isInside(target, ownPlace(config)) || !(isInside(target, dataDir) || isInside(dataDir, target))) return
  const details = `${target} y la carpeta de datos ${dataDir} están una dentro de la otra. Elige una carpeta aparte, mejor en otro disco.`
  throw new AppError(409, 'DESTINO_OCUPADO', 'Elige otra carpeta', details)
}

function isInside(folder: string, other: string): boolean {
  const path = relative(other, folder)
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`))
}
