import type { Config } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { createContext } from '../server/create-context.ts'
import type { Answer, Command, LookingCommand, Options } from './command.ts'
import { adoptCommand, requireInstallation } from './installation.ts'

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
  // What is printed is the answer; the log would spoil it.
  const ctx = await createContext(config, createLog('silent'), command === adoptCommand ? 'any folder' : null)
  try {
    return await command.run(ctx, rest, options)
  } finally {
    await ctx.db.close()
  }
}
