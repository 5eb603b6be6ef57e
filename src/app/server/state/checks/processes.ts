import { type Check, well } from '../check.ts'
import { readProcesses } from '../processes.ts'

/** Whether somebody serves, and all of them the same version. */
export const processes: Check = {
  clave: 'procesos',
  nombre: 'Los servidores',
  async look(ctx) {
    const alive = await readProcesses(ctx)
    const detalle = alive.map(({ nombre, version }) => `${nombre}: ${version}`).join(' · ')
    if (alive.length === 0) {
      return {
        nivel: 'grave',
        texto: 'Ningún servidor está encendido: la tienda no abre.',
        que_hacer: 'Pide a quien cuida el servidor que lo encienda.',
      }
    }
    if (new Set(alive.map(({ version }) => version)).size > 1) {
      return {
        nivel: 'atento',
        texto: 'Hay servidores con versiones distintas del programa.',
        que_hacer: 'Si no se está actualizando ahora, pide a quien cuida el servidor que ponga la misma en todos.',
        detalle,
      }
    }
    return well(alive.length === 1 ? 'Un servidor atiende.' : `${alive.length} servidores atienden.`, detalle)
  },
}
