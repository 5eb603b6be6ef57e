import { parseArgs } from 'node:util'
import { readConfig } from '#platform/server/config.ts'
import { called } from '#platform/server/installation/called.ts'
import { makePrivate } from '#platform/server/installation/private-folder.ts'
import { type Command, type LookingCommand, UsageError } from './command.ts'
import { commands, runCommand } from './commands.ts'
import { describeProblem, type Problem, problemText } from './installation.ts'

/**
 * `npm run tombola -- <command>`: the operations of the panel for a terminal and for scripts, on the data folder or
 * DATABASE_URL, also while the server runs. Exit 0 done, 1 refused or something does not add up, 2 not understood.
 */
const HELP = `Uso: ${called('<orden>')} [argumentos] [--json]

${commands.map((command) => `  ${[command.name, command.usage].filter(Boolean).join(' ').padEnd(44)} ${command.summary}`).join('\n')}

  --json   imprime un solo documento JSON y nada más
  --help   muestra esta ayuda

Trabaja sobre DATA_DIR (./data) o DATABASE_URL, también con el servidor encendido.
`

/** @param json stream for JSON; null for text. */
function fail(json: 'stdout' | 'stderr' | null, problem: Problem, exit: number): never {
  process[json ?? 'stderr'].write(`${json === null ? problemText(problem) : JSON.stringify(problem)}\n`)
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
      argv.includes('--json') ? 'stdout' : null,
      { error: 'No entiendo', details: `${error instanceof Error ? error.message : ''}\n\n${HELP}`, code: 'USO' },
      2,
    )
  }
}

/** The command whose words the arguments begin with, and the arguments after them. */
function findCommand(words: string[]): { command: Command | LookingCommand; rest: string[] } | null {
  for (const command of commands) {
    const name = command.name.split(' ')
    if (name.every((word, index) => words[index] === word)) return { command, rest: words.slice(name.length) }
  }
  return null
}

makePrivate()
const { positionals, values } = readArguments(process.argv.slice(2))
// Standard output may carry a copy.
const json = values.json ? (values.to === '-' ? 'stderr' : 'stdout') : null

// The reader may have seen enough: `tombola … | head`. The work is done, and the exit code still tells how it went.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The beginning of a copy without a reader or without room is removed first (house/server/backups/stream-copy.ts).
  if (values.to === '-') return
  if (error.code !== 'EPIPE') fail(null, describeProblem(error), 1)
  process.exit()
})
process.stderr.on('error', () => {})

if (values.help || positionals.length === 0) {
  process.stdout.write(HELP)
  process.exit(values.help ? 0 : 2)
}
const found = findCommand(positionals)
if (!found)
  fail(json, { error: 'No conozco esa orden', details: `${positionals.join(' ')}\n\n${HELP}`, code: 'USO' }, 2)

try {
  const { json: _, help: __, 'en-venta': sell, ...given } = values
  const options = { ...given, ...(sell ? { 'en-venta': 'sí' } : {}) }
  const answer = await runCommand(readConfig(process.env), found.command, found.rest, options)
  process.exitCode = answer.failed ? 1 : 0
  for (const aviso of answer.avisos ?? []) process.stderr.write(`Mira esto: ${aviso}\n`)
  if (!answer.silent) process.stdout.write(values.json ? `${JSON.stringify(answer.data)}\n` : `${answer.text}\n`)
} catch (error) {
  if (error instanceof UsageError) {
    fail(
      json,
      {
        error: 'Uso',
        details: `${called(found.command.name)} ${found.command.usage}\n${error.message}`,
        code: 'USO',
      },
      2,
    )
  }
  fail(json, describeProblem(error), 1)
}
