import { type Check, well } from '../check.ts'

/** A visitor notices what takes a page so long; a shop that is asked by many stands still long before. */
const SLOW = 500
const GRAVE = 3_000

/** How long the database takes for the least that can be asked. One that does not answer is told by its own error: no screen opens without it. */
export const database: Check = {
  clave: 'base',
  nombre: 'La base de datos',
  async look({ db }) {
    const begun = performance.now()
    await db.read.selectFrom('site_settings').select('clave').limit(1).execute()
    const took = Math.round(performance.now() - begun)
    const detalle = `${db.dialect.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${took} ms para una lectura.`
    if (took < SLOW) return well('La base de datos responde bien.', detalle)
    return {
      nivel: took < GRAVE ? 'atento' : 'grave',
      texto: 'La base de datos tarda en responder, y con ella toda la tienda.',
      que_hacer:
        'Si sigue en unos minutos, pide a quien cuida el servidor que mire si el disco o la red están ocupados.',
      detalle,
    }
  },
}
