import { databaseAddress } from '#platform/server/config.ts'
import { type LookingCommand, UsageError } from '../command.ts'

export const moveCommand: LookingCommand = {
  name: 'move',
  needs: 'installation',
  usage: '<postgresql://…>',
  summary: 'muda la base de datos de SQLite a PostgreSQL, con el servidor apagado',
  async look(config, args) {
    const [to = ''] = args
    if (args.length !== 1 || !databaseAddress.safeParse(to).success)
      throw new UsageError('Indica a dónde: la dirección de un PostgreSQL vacío.')
    const { moveInstallation } = await import('./move.ts')
    const moved = await moveInstallation(config, to)
    return {
      data: moved,
      text: `Hecho: ${moved.filas} filas, y todo cuadra en los dos lados. Pon esa dirección en DATABASE_URL antes de encender el servidor. La base de datos anterior quedó apartada y ya no abre.`,
    }
  },
}
