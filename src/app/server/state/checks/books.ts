import { called } from '#platform/server/installation/called.ts'
import { findAlterations } from '../../books/watch-books.ts'
import { type Check, well } from '../check.ts'

/** What buyers are shown and who may enter, against the books. */
export const books: Check = {
  clave: 'libros',
  nombre: 'Los libros',
  async look(ctx) {
    const altered = await findAlterations(ctx)
    if (altered.length === 0) return well('Nadie cambió la base de datos fuera del panel.')
    return {
      nivel: 'grave',
      texto: 'Alguien cambió la base de datos fuera del panel. Los compradores ven lo que puso.',
      que_hacer:
        'Mira precio, tasa, cuentas y WhatsApp, y guárdalos como deben ser. Avisa a quien cuida el servidor: hay que cambiar sus claves.',
      detalle: `${altered
        .map(({ texto }) => texto)
        .slice(0, 5)
        .join(' ')} ${called('audit')} dice qué había antes.`,
    }
  },
}
