import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { settle, settledLines } from '#house/server/backups/back/settle.ts'
import { refusal } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import { withFolder } from '#platform/server/db/instance-lock.ts'
import { RESTORING_FOLDER, refuseUnfinished } from '#platform/server/installation/installation.ts'
import { withContext } from '../server/create-context.ts'
import { schema } from '../server/schema.ts'
import { finishUndo, putBack } from '../server/service/before-upgrade.ts'
import type { Answer, LookingCommand } from './command.ts'

/** For the previous version, which cannot open a database that a newer one has changed. Sales since then are gone from it, as after a restore. */
export const undoUpgradeCommand: LookingCommand = {
  name: 'undo-upgrade',
  needs: 'installation',
  usage: '',
  summary: 'repone la base de datos de antes de actualizar, con la versión de antes',
  async look(config) {
    const { dataDir, databaseUrl } = config
    if (databaseUrl !== null) {
      const details = 'De PostgreSQL no hay copia automática: recupera un respaldo en una base de datos vacía.'
      throw refusal('SIN_COPIA', { details })
    }
    // It continues its own unfinished work.
    if (existsSync(join(dataDir, RESTORING_FOLDER))) refuseUnfinished(dataDir)
    return withFolder(dataDir, () => undo(config))
  },
}

async function undo(config: Config): Promise<Answer> {
  const undone = putBack(config.dataDir, schema, Date.now())
  if (undone === null) {
    const text = 'No hay nada que deshacer: la base de datos no es más nueva que este programa.'
    return { data: { apartada: null, pausadas: [], detenidas: [] }, text }
  }
  const { apartada, copia, en } = undone
  return withContext(config, 'being restored', async (ctx) => {
    const settled = await settle(ctx, { copy: copia, en }, false)
    finishUndo(config.dataDir)
    const text = [
      `Hecho: está como antes de actualizar. Lo de después quedó en ${apartada}.`,
      ...settledLines(settled, 'anotes lo que se vendió después'),
    ]
    return { data: { apartada, ...settled }, text: text.join('\n') }
  })
}
