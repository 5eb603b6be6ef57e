import { appliedSteps, areOfDevelopment, unknownSteps } from '#platform/server/db/migrate.ts'
import { called } from '#platform/server/installation/called.ts'
import { findAltered, readLastNight } from '../../audit/watch-rows.ts'
import { schema as steps } from '../../schema.ts'
import { attention, type Check, type Found, grave, well } from '../check.ts'

/** A visitor notices a page that takes this long; a busy shop stops long before. */
const SLOW = 500
const GRAVE = 3_000

/** @param applied names of the steps that a database has. */
export function judgeSteps(applied: readonly string[]): Found {
  const missing = steps.filter(({ name }) => !applied.includes(name)).map(({ name }) => name)
  const unknown = unknownSteps(applied, steps)
  if (areOfDevelopment(unknown, steps)) {
    return grave(
      'La base de datos es de una versión de desarrollo, que no se actualiza.',
      'Pide a quien cuida el servidor que empiece con una carpeta y una base de datos vacías.',
      `Pasos que esta versión no conoce: ${unknown.join(', ')}.`,
    )
  }
  if (unknown.length > 0) {
    return grave(
      'La base de datos ya es de una versión más nueva que este programa.',
      'Pide a quien cuida el servidor que encienda la versión nueva, o que restaure un respaldo de antes.',
      `Pasos que esta versión no conoce: ${unknown.join(', ')}.`,
    )
  }
  if (missing.length > 0) {
    return grave(
      'La base de datos es de una versión anterior a este programa.',
      'Pide a quien cuida el servidor que lo reinicie: se pone al día al encender.',
      `Faltan: ${missing.join(', ')}. ${called('migrate')} hace lo mismo sin encender.`,
    )
  }
  return well('La base de datos responde bien.')
}

/** Whether it is of this version, and the time of the smallest query. One that does not answer shows its own error: no screen opens without it. */
export const database: Check = {
  clave: 'base',
  nombre: 'La base de datos',
  async look({ db }) {
    const found = judgeSteps(await appliedSteps(db.read))
    if (found.nivel !== 'bien') return found
    const begun = performance.now()
    await db.read.selectFrom('site_settings').select('clave').limit(1).execute()
    const took = Math.round(performance.now() - begun)
    const detalle = `${db.dialect.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${took} ms para una lectura.`
    if (took < SLOW) return { ...found, detalle }
    const told = took < GRAVE ? attention : grave
    return told(
      'La base de datos tarda en responder, y con ella toda la tienda.',
      'Si sigue en unos minutos, pide a quien cuida el servidor que mire si el disco o la red están ocupados.',
      detalle,
    )
  },
}

/** Compares with the journal everything that buyers see and the people who may enter, now; the rest as of the last nightly audit. */
export const rows: Check = {
  clave: 'filas',
  nombre: 'Lo que dice el diario',
  async look(ctx) {
    const altered = await findAltered(ctx)
    if (altered.length > 0) {
      return grave(
        'Alguien cambió la base de datos fuera del panel. Los compradores ven lo que puso.',
        'Mira precio, tasa, cuentas y WhatsApp, y guárdalos como deben ser. Avisa a quien cuida el servidor: hay que cambiar sus claves.',
        `${altered
          .map(({ texto }) => texto)
          .slice(0, 5)
          .join(' ')} ${called('audit')} dice todo.`,
      )
    }
    const night = await readLastNight(ctx, ctx.db.read)
    if (!night || night.no_cuadraban === 0) return well('Nadie cambió la base de datos fuera del panel.')
    return grave(
      `La revisión de la noche del ${night.dia} encontró algo que no cuadra.`,
      `Avisa a quien cuida el servidor: ${called('audit')} dice qué no cuadra, y qué había antes.`,
      `Cosas que no cuadraban: ${night.no_cuadraban}. Se vuelve a revisar la próxima noche.`,
    )
  },
}
