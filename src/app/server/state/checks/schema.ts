import { appliedSteps } from '#platform/server/db/migrate.ts'
import { schema as steps } from '../../schema.ts'
import { type Check, type Found, well } from '../check.ts'

/** @param applied names of the steps that a database has. */
export function judgeSteps(applied: readonly string[]): Found {
  const missing = steps.filter(({ name }) => !applied.includes(name)).map(({ name }) => name)
  const unknown = applied.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    return {
      nivel: 'grave',
      texto: 'La base de datos ya es de una versión más nueva que este programa.',
      que_hacer: 'Pide a quien cuida el servidor que encienda la versión nueva, o que restaure un respaldo de antes.',
      detalle: `Pasos que esta versión no conoce: ${unknown.join(', ')}.`,
    }
  }
  if (missing.length > 0) {
    return {
      nivel: 'grave',
      texto: 'La base de datos es de una versión anterior a este programa.',
      que_hacer: 'Pide a quien cuida el servidor que lo reinicie: se pone al día al encender.',
      detalle: `Faltan: ${missing.join(', ')}. npm run tombola -- migrate hace lo mismo sin encender.`,
    }
  }
  return well('La base de datos es de esta versión.', steps.at(-1)?.name)
}

export const schema: Check = {
  clave: 'esquema',
  nombre: 'La versión de los datos',
  look: async ({ db }) => judgeSteps(await appliedSteps(db.read)),
}
