import type { Config } from '#platform/server/config.ts'
import { withContext } from '../server/create-context.ts'
import { schema } from '../server/schema.ts'
import { auditCommand } from './audit.ts'
import type { Answer, Command, LookingCommand, Options } from './command.ts'
import { backupCommand, restoreCommand, verifyCommand } from './copies/backup.ts'
import { doctorCommand } from './doctor.ts'
import { adoptCommand, requireInstallation } from './installation.ts'
import { moveCommand } from './move/move.ts'
import { filesToStoreCommand } from './move/move-files.ts'
import { movementCommands } from './movements.ts'
import { operatorCommands } from './operators.ts'
import { dossierCommand, raffleCommands } from './raffles.ts'
import { settingsCommands } from './settings.ts'
import { undoUpgradeCommand } from './undo-upgrade.ts'

/** Opening the database has migrated it already, as every start does; this reports it. */
const migrateCommand: Command = {
  name: 'migrate',
  begins: true,
  usage: '',
  summary: 'pone la base de datos al día, como cada inicio del servidor',
  async run() {
    const last =
      schema
        .map((step) => step.name)
        .sort()
        .at(-1) ?? ''
    return { data: { esquema: last }, text: `La base de datos está al día (${last}).` }
  },
}

/** Everything that the command line does, in the order of its help. */
export const commands: (Command | LookingCommand)[] = [
  ...raffleCommands,
  dossierCommand,
  ...movementCommands,
  ...operatorCommands,
  ...settingsCommands,
  doctorCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  adoptCommand,
  moveCommand,
  filesToStoreCommand,
  migrateCommand,
  undoUpgradeCommand,
]

/** Runs one of the commands, with its installation opened where it works on one. @throws AppError 404 CARPETA_SIN_DATOS, and its own */
export async function runCommand(
  config: Config,
  command: Command | LookingCommand,
  rest: string[],
  options: Options,
): Promise<Answer> {
  const needed = 'look' in command ? command.needs === 'installation' : !command.begins
  if (needed) await requireInstallation(config)
  if ('look' in command) return command.look(config, rest, options)
  return withContext(config, command === adoptCommand ? 'any folder' : null, (ctx) => command.run(ctx, rest, options))
}
