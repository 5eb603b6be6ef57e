import { listJobs } from '#platform/server/jobs/jobs-table.ts'
import { type Check, spanText, well } from '../check.ts'

/** A job that failed once is retried before anybody has to look. */
const ATTENTION = 60_000

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
    return {
      nivel: 'atento',
      texto: `${failing.length === 1 ? 'Falla' : 'Fallan'} ${names}, desde hace ${spanText(first.since)}. Se intenta de nuevo solo.`,
      que_hacer: 'Si sigue así en una hora, pide a quien cuida el servidor que mire su registro.',
    }
  },
}
