import { readFile, stat } from 'node:fs/promises'
import { CONSOLE } from '#journal/actor.ts'
import { importStatement } from '#movements/server/statements/import-statement.ts'
import { fileName, requireSize } from '#movements/server/statements/receive-statement.ts'
import { pathId } from '#platform/whole-number.ts'
import { type Command, UsageError } from './command.ts'

/** The file that a command names, no larger than a statement is. @throws AppError 413 */
async function statementArgument(args: string[]): Promise<{ nombre: string; bytes: Buffer }> {
  const [path] = args
  if (path === undefined || args.length !== 1) throw new UsageError('Indica el archivo del extracto.')
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`No se puede leer ${path}.`)
  requireSize(found.size)
  return { nombre: fileName(path), bytes: await readFile(path) }
}

export const movementCommands: Command[] = [
  {
    name: 'movements import',
    usage: '<archivo> --metodo ID',
    summary: 'importa un extracto del banco a la cuenta de un método de pago; otra vez no agrega nada',
    async run(ctx, args, options) {
      const metodo = pathId.safeParse(options['metodo'])
      if (!metodo.success)
        throw new UsageError('Indica --metodo: el id del método de pago, como lo dice `methods list`.')
      const file = await statementArgument(args)
      const done = await importStatement(ctx, { metodo_id: metodo.data, mapa: null, ...file }, CONSOLE)
      const data = {
        leidos: done.leidos,
        nuevos: done.nuevos,
        repetidos: done.repetidos + done.conocidos,
        rechazados: done.rechazados,
      }
      return {
        data,
        text: `${data.leidos} filas: ${data.nuevos} nuevas, ${data.repetidos} que ya estaban, ${data.rechazados} que no se pudieron leer.`,
      }
    },
  },
]
