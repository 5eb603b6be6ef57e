import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { adoptCommand } from './installation.ts'
import { migrateCommand } from './migrate.ts'
import { operatorCommands } from './operators.ts'
import { purchaseCommands } from './purchases.ts'
import { raffleCommands } from './raffles.ts'
import { restoreCommand } from './restore.ts'
import { settingsCommands } from './settings.ts'

export const commands: Command[] = [
  ...raffleCommands,
  ...purchaseCommands,
  ...operatorCommands,
  ...settingsCommands,

  auditCommand,
  backupCommand,
  restoreCommand,
  adoptCommand,
  migrateCommand,
]
