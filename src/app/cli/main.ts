import { parseArgs } from 'node:util'
import { CONSOLE } from '#journal/actor.ts'
import { notFound } from '#platform/errors.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { parse } from '#platform/server/http/parse.ts'
import { makePrivate } from '#platform/server/installation/private-folder.ts'
import { createLog } from '#platform/server/log.ts'
import { newRaffle, raffleState } from '#raffles/contract.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { goOn } from '#raffles/server/restored.ts'
import { findRaffle, listRaffles, type Raffle } from '#raffles/server/store.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { findStock } from '#tickets/server/store.ts'
import { createContext } from '../server/create-context.ts'
import { schema } from '../server/schema.ts'
import { auditCommand } from './audit.ts'
import { backupCommand, restoreCommand, verifyCommand } from './backup.ts'
import {
  type Answer,
  type Command,
  idArgument,
  jsonArgument,
  type LookingCommand,
  type Options,
  table,
  UsageError,
} from './command.ts'
import { doctorCommand } from './doctor.ts'
import { dossierCommand } from './dossier.ts'
import { adoptCommand, describeProblem, type Problem, problemText, requireInstallation } from './installation.ts'
import { moveCommand } from './move/move-command.ts'
import { filesFromStoreCommand, filesToStoreCommand } from './move/move-files.ts'
import { movementCommands } from './movements.ts'
import { operatorCommands } from './operators.ts'
import { purchaseCommands } from './purchases.ts'
import { settingsCommands } from './settings.ts'
import { undoUpgradeCommand } from './undo-upgrade.ts'

const raffleCommands: Command[] = [
  {
    name: 'raffles create',
    begins: true,
    usage: '<archivo.json | ->',
    summary: 'crea una rifa en borrador e imprime su id',
    async run(ctx, args) {
      const id = await createRaffle(ctx, parse(newRaffle, jsonArgument(args)), CONSOLE)
      return { data: { id }, text: String(id) }
    },
  },
  {
    name: 'raffles list',
    usage: '',
    summary: 'todas las rifas',
    async run(ctx) {
      const raffles = await listRaffles(ctx.db.read, raffleState.options)
      const rifas = await Promise.all(raffles.map((raffle) => describe(ctx, raffle)))
      const rows = rifas.map((rifa) => [rifa.id, rifa.estado, `${rifa.libres}/${rifa.total_numeros}`, rifa.titulo])
      return { data: { rifas }, text: table([['ID', 'ESTADO', 'LIBRES', 'TÍTULO'], ...rows]) }
    },
  },
  {
    name: 'raffles show',
    usage: '<id>',
    summary: 'una rifa y sus números: libres, apartados, en revisión, confirmados',
    async run(ctx, args) {
      const raffle = await findRaffle(ctx.db.read, idArgument(args))
      if (!raffle) throw notFound('Esa rifa no existe')
      const data = await describe(ctx, raffle)
      return {
        data,
        text: table(
          Object.entries(data).map(([name, value]) => [
            name,
            typeof value === 'object' ? JSON.stringify(value) : String(value),
          ]),
        ),
      }
    },
  },
  {
    name: 'raffles publish',
    usage: '<id>',
    summary: 'pone en venta un borrador',
    async run(ctx, args) {
      const id = idArgument(args)
      await publishRaffle(ctx, id, CONSOLE)
      return { data: { id, estado: 'publicada' }, text: `La rifa ${id} está en venta.` }
    },
  },
  {
    name: 'raffles go-on',
    usage: '<id>',
    summary: 'deja seguir el sorteo de una rifa que espera desde que se restauró un respaldo',
    async run(ctx, args) {
      const { id, titulo } = await goOn(ctx, ticketsOfRaffle, idArgument(args), CONSOLE)
      return { data: { id }, text: `${titulo}: su regla vuelve a mandar.` }
    },
  },
  dossierCommand,
]

/** Opening the database has brought it up to date already, as every start does; this says so. */
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

/** How whoever reads this has called it: a release has a name of its own for it (bin/tombola). */
const CALLED = process.env['TOMBOLA_COMMAND'] ?? 'npm run tombola --'

const commands: (Command | LookingCommand)[] = [
  ...raffleCommands,
  ...purchaseCommands,
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
  filesFromStoreCommand,
  migrateCommand,
  undoUpgradeCommand,
]

/**
 * `npm run tombola -- <command>`: the operations of the panel for a terminal and for scripts, on the data folder or
 * DATABASE_URL, also while the server runs. Exit 0 done, 1 refused or something does not add up, 2 not understood.
 */
const HELP = `Uso: ${CALLED} <orden> [argumentos] [--json]

${commands.map((command) => `  ${[command.name, command.usage].filter(Boolean).join(' ').padEnd(44)} ${command.summary}`).join('\n')}

  --json   imprime un solo documento JSON y nada más
  --help   muestra esta ayuda

Trabaja sobre DATA_DIR (./data) o DATABASE_URL, también con el servidor encendido.
`

function fail(asJson: boolean, problem: Problem, exit: number): never {
  // What goes to standard output is a file then.
  process[asJson && values.to !== '-' ? 'stdout' : 'stderr'].write(
    `${asJson ? JSON.stringify(problem) : problemText(problem)}\n`,
  )
  process.exit(exit)
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        motivo: { type: 'string' },
        estado: { type: 'string' },
        limite: { type: 'string' },
        head: { type: 'string' },
        to: { type: 'string' },
        keep: { type: 'string' },
        noche: { type: 'string' },
        'en-venta': { type: 'boolean' },
        archivos: { type: 'string' },
        metodo: { type: 'string' },
      },
    })
  } catch (error) {
    return fail(
      argv.includes('--json'),
      { error: 'No entiendo', details: `${error instanceof Error ? error.message : ''}\n\n${HELP}`, code: 'USO' },
      2,
    )
  }
}

/** The command whose words the arguments begin with, and what follows them. */
function findCommand(words: string[]): { command: Command | LookingCommand; rest: string[] } | null {
  for (const command of commands) {
    const name = command.name.split(' ')
    if (name.every((word, index) => words[index] === word)) return { command, rest: words.slice(name.length) }
  }
  return null
}

async function run(
  config: Config,
  command: Command | LookingCommand,
  rest: string[],
  options: Options,
): Promise<Answer> {
  if ('look' in command) return command.look(config, rest, options)
  if (!command.begins) await requireInstallation(config)
  // What is printed is the answer; the log would spoil it.
  const ctx = await createContext(config, createLog('silent'), command === adoptCommand ? 'any folder' : null)
  try {
    return await command.run(ctx, rest, options)
  } finally {
    await ctx.db.close()
  }
}

// Who reads may have seen enough: `tombola … | head`. What was done is done, and how it went is still the exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  // What was begun for a copy that nobody reads any more is taken away first (backups/server/stream-copy.ts).
  if (values.to !== '-') process.exit()
})

makePrivate()
const { positionals, values } = readArguments(process.argv.slice(2))
if (values.help || positionals.length === 0) {
  process.stdout.write(HELP)
  process.exit(values.help ? 0 : 2)
}
const found = findCommand(positionals)
if (!found)
  fail(values.json, { error: 'No conozco esa orden', details: `${positionals.join(' ')}\n\n${HELP}`, code: 'USO' }, 2)

try {
  const { json, help: _, 'en-venta': sell, ...given } = values
  const options = { ...given, ...(sell ? { 'en-venta': 'sí' } : {}) }
  const answer = await run(readConfig(process.env), found.command, found.rest, options)
  process.exitCode = answer.failed ? 1 : 0
  for (const aviso of answer.avisos ?? []) process.stderr.write(`Mira esto: ${aviso}\n`)
  if (!answer.silent) process.stdout.write(json ? `${JSON.stringify(answer.data)}\n` : `${answer.text}\n`)
} catch (error) {
  if (error instanceof UsageError) {
    fail(
      values.json,
      {
        error: 'Uso',
        details: `${CALLED} ${found.command.name} ${found.command.usage}\n${error.message}`,
        code: 'USO',
      },
      2,
    )
  }
  fail(values.json, describeProblem(error), 1)
}

async function describe(ctx: Ctx, raffle: Raffle) {
  const stock = await findStock(ctx.db.read, raffle.id)
  const { imagen, registro_unico, ...fields } = raffle
  return {
    ...fields,
    registro_unico: registro_unico === 1,
    imagen: imagen === null ? null : (JSON.parse(imagen) as unknown),
    libres: stock?.libres ?? raffle.total_numeros,
    apartados: stock?.apartados ?? 0,
    en_revision: stock?.en_revision ?? 0,
    confirmados: stock?.confirmados ?? 0,
  }
}
