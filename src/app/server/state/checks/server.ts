import { MINUTE } from '#platform/clock.ts'
import { listJobs } from '#platform/server/jobs/jobs-table.ts'
import { spaceText } from '#platform/size-text.ts'
import { attention, type Check, grave, spanText, well } from '../check.ts'
import { readProcesses } from '../processes.ts'

/** Whether somebody serves, and all of them the same version. */
export const processes: Check = {
  clave: 'procesos',
  nombre: 'Los servidores',
  async look(ctx) {
    const alive = await readProcesses(ctx)
    const detalle = alive.map(({ nombre, version }) => `${nombre}: ${version}`).join(' · ')
    if (alive.length === 0) {
      return grave(
        'Ningún servidor está encendido: la tienda no abre.',
        'Pide a quien cuida el servidor que lo encienda.',
      )
    }
    if (new Set(alive.map(({ version }) => version)).size > 1) {
      return attention(
        'Hay servidores con versiones distintas del programa.',
        'Si no se está actualizando ahora, pide a quien cuida el servidor que ponga la misma en todos.',
        detalle,
      )
    }
    return well(alive.length === 1 ? 'Un servidor atiende.' : `${alive.length} servidores atienden.`, detalle)
  },
}

export const space: Check = {
  clave: 'disco',
  nombre: 'El espacio',
  async look(ctx) {
    const left = await ctx.space()
    const text = `${spaceText(left)}.`
    if (left.level === 'bien') return well(text, ctx.config.dataDir)
    const told = left.level === 'grave' ? grave : attention
    return told(
      `${text} Cuando se acabe, nadie podrá reportar un pago.`,
      'Pide a quien cuida el servidor que amplíe el disco o haga lugar fuera de la carpeta de datos.',
      `Carpeta de datos: ${ctx.config.dataDir}. Dentro de ella no hay nada que se borre a mano.`,
    )
  },
}

/** A job that failed once is retried before anybody has to look. */
const ATTENTION = MINUTE

/** Whether the jobs apart from requests get done. */
export const jobs: Check = {
  clave: 'trabajos',
  nombre: 'Los trabajos del servidor',
  async look(ctx) {
    const now = ctx.clock.now()
    const failing = (await listJobs(ctx.db.read, now))
      .map(({ nombre, falla_desde }) => ({ nombre, since: falla_desde === null ? 0 : now - falla_desde }))
      .filter(({ since }) => since >= ATTENTION)
      .sort((one, other) => other.since - one.since)
    const [first] = failing
    if (!first) return well('Todos se hacen.')
    const names = [...new Set(failing.map(({ nombre }) => `«${nombre}»`))].join(', ')
    return attention(
      `${failing.length === 1 ? 'Falla' : 'Fallan'} ${names}, desde hace ${spanText(first.since)}. Se intenta de nuevo solo.`,
      'Si sigue así en una hora, pide a quien cuida el servidor que mire su registro.',
    )
  },
}
