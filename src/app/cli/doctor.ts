import type { Config } from '#platform/server/config.ts'
import { withContext } from '../server/create-context.ts'
import { type Found, grave, worstOf } from '../server/state/check.ts'
import { judgeSteps } from '../server/state/checks/database.ts'
import { runChecks } from '../server/state/read-state.ts'
import type { Finding } from '../state-contract.ts'
import type { Answer, LookingCommand } from './command.ts'
import { describeProblem, readSteps, requireInstallation } from './installation.ts'

const MARKS = { bien: '·', atento: '!', grave: '✗' }

/**
 * The checks of the panel's page Estado for a terminal, even if no server can start: then it prints why. It changes nothing, and above all it does
 * not migrate the database, as every other command does. Exit 1 when there is something to do.
 */
export const doctorCommand: LookingCommand = {
  name: 'doctor',
  needs: 'nothing',
  usage: '',
  summary: 'mira cómo está el servidor; sale con 1 si hay algo que hacer',
  look: async (config) => answer(await examine(config)),
}

async function examine(config: Config): Promise<Finding[]> {
  try {
    await requireInstallation(config)
    const applied = await readSteps(config)
    if (applied.length === 0)
      return [
        ofDatabase(grave('En esa base de datos no hay una tienda.', 'Indica con DATA_DIR la carpeta del servidor.')),
      ]
    const found = judgeSteps(applied)
    if (found.nivel !== 'bien') return [ofDatabase(found)]
    return await withContext(config, null, runChecks)
  } catch (error) {
    const { error: what, details } = describeProblem(error)
    return [ofDatabase(grave(`${what}.`, details))]
  }
}

const ofDatabase = (found: Found): Finding => ({ clave: 'base', nombre: 'La base de datos', ...found })

function answer(comprobaciones: Finding[]): Answer {
  const nivel = worstOf(comprobaciones)
  const lines = comprobaciones.flatMap(({ nivel, nombre, texto, que_hacer, detalle }) => [
    `${MARKS[nivel]} ${nombre}: ${texto}`,
    ...(nivel === 'bien' ? [] : [que_hacer, detalle].filter(Boolean).map((line) => `    ${line}`)),
  ])
  const text = [...lines, '', nivel === 'bien' ? 'No hay nada que hacer.' : 'Hay algo que hacer.'].join('\n')
  return { data: { nivel, comprobaciones }, text, failed: nivel !== 'bien' }
}
