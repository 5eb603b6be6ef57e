import { readStatus } from '#rates/server/read-status.ts'
import { type Check, well } from '../check.ts'

export const rate: Check = {
  clave: 'tasa',
  nombre: 'La tasa',
  async look(ctx) {
    const { actual, aviso, aviso_en, fuente_activa } = await readStatus(ctx)
    const detalle = [
      fuente_activa ? 'Se pregunta sola a una fuente.' : 'No hay fuente: se escribe a mano.',
      aviso === '' || aviso_en === null ? '' : `${aviso_en}: ${aviso}`,
    ]
      .filter(Boolean)
      .join(' ')
    if (actual === null) {
      return {
        nivel: 'grave',
        texto: 'No hay tasa: los compradores no ven cuánto pagar en bolívares.',
        que_hacer: 'Escribe la de hoy en Tasas.',
        detalle,
      }
    }
    if (!actual.vigente) {
      return {
        nivel: 'atento',
        texto: 'La tasa tiene más de cinco días. Cada compra sale con ese aviso.',
        que_hacer: 'Escribe la de hoy en Tasas.',
        detalle,
      }
    }
    if (fuente_activa && aviso !== '') {
      return {
        nivel: 'atento',
        texto: 'La fuente de la tasa falla. La última que dio sigue en uso.',
        que_hacer: 'Mira en Tasas qué pasó. Si no vuelve hoy, escríbela a mano.',
        detalle,
      }
    }
    return well('Hay tasa al día.', detalle)
  },
}
