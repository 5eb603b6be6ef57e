import { AppError } from '#platform/errors.ts'
import { lockDataFolder } from '#platform/server/db/instance-lock.ts'
import { refuseUnfinished } from '#platform/server/installation/installation.ts'
import { schema } from '../server/schema.ts'
import { putBack } from '../server/service/before-upgrade.ts'
import type { LookingCommand } from './command.ts'

/** For the version of before, which cannot open what a newer one has changed. */
export const undoUpgradeCommand: LookingCommand = {
  name: 'undo-upgrade',
  usage: '',
  summary: 'repone la base de datos de antes de actualizar, con la versión de antes',
  async look({ dataDir, databaseUrl }) {
    if (databaseUrl !== null) {
      const details = 'De PostgreSQL no hay copia automática: recupera un respaldo en una base de datos vacía.'
      throw new AppError(409, 'SIN_COPIA', 'No hay copia', details)
    }
    refuseUnfinished(dataDir)
    const release = lockDataFolder(dataDir)
    try {
      const apartada = putBack(dataDir, schema, Date.now())
      const text = `Hecho: está como antes de actualizar. Lo de después quedó en ${apartada}.`
      return { data: { apartada }, text }
    } finally {
      release()
    }
  },
}
