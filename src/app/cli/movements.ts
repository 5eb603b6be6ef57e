import { readFile, stat } from 'node:fs/promises'
import { CONSOLE } from '#journal/actor.ts'
import { importStatement } from '#money/server/bank/statements/import-statement.ts'
import { fileName, requireSize } from '#money/server/bank/statements/receive-statement.ts'
import { formatAmount, type Money } from '#platform/money.ts'
import { pathId } from '#platform/whole-number.ts'
import { type Command, oneArgument, UsageError } from './command.ts'

/** The file that a command names, no larger than a statement is. @throws AppError 413 */
async function statementArgument(args: string[]): Promise<{ nombre: string; bytes: Buffer }> {
  const path = oneArgument(args, 'Indica el archivo del extracto.')
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`No se puede leer ${path}.`)
  requireSize(found.size)
  return { nombre: fileName(path), bytes: await readFile(path) }
}

/** Unreadable rows that are listed one by one. */
const TOLD = 10

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
        sumas: done.sumas,
        cantidades: done.cantidades,
        rechazadas: done.rechazadas.slice(0, TOLD),
      }
      const more = done.rechazados - data.rechazadas.length
      const lines = [
        `${data.leidos} filas: ${data.nuevos} nuevas, ${data.repetidos} que ya estaban, ${data.rechazados} que no se pudieron leer.`,
        `Entraron ${done.cantidades.creditos}: ${formatAmount(done.sumas.creditos as Money)}. Salieron ${done.cantidades.debitos}: ${formatAmount(done.sumas.debitos as Money)}.`,
        ...data.rechazadas.map(({ fila, razon }) => `fila ${fila}: ${razon}`),
        ...(more > 0 ? [`Y ${more} más.`] : []),
      ]
      const foreign = 'El archivo parece de otra cuenta que la de --metodo. Mírala antes de confirmar pagos.'
      return {
        data,
        avisos: done.duda ? [foreign, ...done.avisos] : done.avisos,
        text: lines.join('\n'),
        failed: done.duda || done.leidos === done.rechazados,
      }
    },
  },
]
