import { type Check, spanText, well } from '../check.ts'
import { readProcesses } from '../processes.ts'

/** Rounds that may be missed, and the least that is worth a word: a round can take minutes. */
const ROUNDS = 5
const PATIENCE = 10 * 60_000

/** What runs beside the visitors: rates, mail, sweepers. One that hangs or always fails is seen by nobody until it hurts. */
export const workers: Check = {
  clave: 'tareas',
  nombre: 'Las tareas',
  async look(ctx) {
    const all = (await readProcesses(ctx)).flatMap(({ tareas }) => tareas)
    const silent = all.filter(({ every, hace }) => hace > every * ROUNDS + PATIENCE)
    const failing = all.filter(({ falla_hace }) => falla_hace !== null && falla_hace > PATIENCE)
    if (silent.length + failing.length === 0) return well('Todo lo que corre solo corre.', `${all.length} tareas.`)
    return {
      nivel: 'grave',
      texto: 'Algo que debería hacerse solo no se hace.',
      que_hacer: 'Pide a quien cuida el servidor que lo reinicie. Si vuelve a pasar, que mire el registro.',
      detalle: [
        ...silent.map(({ nombre, hace }) => `${nombre}: no termina desde hace ${spanText(hace)}.`),
        ...failing.map(({ nombre, falla_hace }) => `${nombre}: falla desde hace ${spanText(falla_hace ?? 0)}.`),
      ].join(' '),
    }
  },
}
