import { called } from '#platform/server/installation/called.ts'
import { findAltered, readLastNight } from '../../audit/watch-rows.ts'
import { type Check, well } from '../check.ts'

/** Compares with the journal everything that buyers see and the people who may enter, now; the rest as of the last nightly audit. */
export const rows: Check = {
  clave: 'filas',
  nombre: 'Lo que dice el diario',
  async look(ctx) {
    const altered = await findAltered(ctx)
    if (altered.length > 0) {
      return {
        nivel: 'grave',
        texto: 'Alguien cambió la base de datos fuera del panel. Los compradores ven lo que puso.',
        que_hacer:
          'Mira precio, tasa, cuentas y WhatsApp, y guárdalos como deben ser. Avisa a quien cuida el servidor: hay que cambiar sus claves.',
        detalle: `${altered
          .map(({ texto }) => texto)
          .slice(0, 5)
          .join(' ')} ${called('audit')} dice todo.`,
      }
    }
    const night = await readLastNight(ctx, ctx.db.read)
    if (!night || night.no_cuadraban === 0) return well('Nadie cambió la base de datos fuera del panel.')
    return {
      nivel: 'grave',
      texto: `La revisión de la noche del ${night.dia} encontró algo que no cuadra.`,
      que_hacer: `Avisa a quien cuida el servidor: ${called('audit')} dice qué no cuadra, y qué había antes.`,
      detalle: `Cosas que no cuadraban: ${night.no_cuadraban}. Se vuelve a revisar la próxima noche.`,
    }
  },
}
