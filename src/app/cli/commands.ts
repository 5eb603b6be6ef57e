import { auditCommand } from './audit.ts'
import type { Command } from './command.ts'
import { adoptCommand } from './installation.ts'
import { migrateCommand } from './migrate.ts'
import { operatorCommands } from './operators.ts'
import { purchaseCommands } from './purchases.ts'
import { raffleCommands } from './raffles.ts'
import { settingsCommands } from './settings.ts'

export const commands: Command[] = [
  ...raffleCommands,
  ...purchaseCommands,
  ...operatorCommands,
  ...settingsCommands,

  auditCommand,
  adoptCommand,
  migrateCommand,
]
