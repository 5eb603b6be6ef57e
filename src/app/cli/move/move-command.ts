import { addressesOf } from '#platform/server/db/hosts/database-hosts.ts'
import { type LookingCommand, UsageError } from '../command.ts'

/** Of several servers each is one. */
function isServer(to: string): boolean {
  try {
    return /^postgres(ql)?:\/\//.test(to) && addressesOf(to).every((address) => URL.canParse(address))
  } catch {
    return false
  }
}

export const moveCommand: LookingCommand = {
  name: 'move',
  needs: 'installation',
  usage: '<postgresql://… | sqlite>',
  summary: 'muda la base de datos de SQLite a PostgreSQL o al revés, con el servidor apagado',
  async look(config, args) {
    const [to = ''] = args
    if (args.length !== 1 || !(to === 'sqlite' || isServer(to))) {
      throw new UsageError('Indica a dónde: la dirección de un PostgreSQL vacío, o sqlite.')
    }
    const { moveInstallation } = await import('./move.ts')
    const moved = await moveInstallation(config, to === 'sqlite' ? null : to)
    const next = to === 'sqlite' ? 'Quita DATABASE_URL' : 'Pon esa dirección en DATABASE_URL'
    return {
      data: moved,
      text: `Hecho: ${moved.filas} filas, y todo cuadra en los dos lados. ${next} antes de encender el servidor. La base de datos anterior quedó apartada y ya no abre.`,
    }
  },
}
