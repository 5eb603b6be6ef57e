import { listSources } from '#money/server/bank/sources/list-sources.ts'
import { ENDS } from '#money/source-forms.ts'
import type { ShownSource } from '#money/sources-contract.ts'
import { DAY, type Instant } from '#platform/clock.ts'
import { readStatus } from '#rates/server/current-rate.ts'
import { attention, type Check, type Found, grave, spanText, well } from '../check.ts'

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
      return grave(
        'No hay tasa: los compradores no ven cuánto pagar en bolívares.',
        'Escribe la de hoy en Tasas.',
        detalle,
      )
    }
    if (!actual.vigente) {
      return attention(
        'La tasa tiene más de cinco días. Cada compra sale con ese aviso.',
        'Escribe la de hoy en Tasas.',
        detalle,
      )
    }
    if (fuente_activa && aviso !== '') {
      return attention(
        'La fuente de la tasa falla. La última que dio sigue en uso.',
        'Mira en Tasas qué pasó. Si no vuelve hoy, escríbela a mano.',
        detalle,
      )
    }
    return well('Hay tasa al día.', detalle)
  },
}

/** Banks take their time to give another. */
const ATTENTION = 21 * DAY

/** Keys of banks that end, or that a bank no longer takes. @param now milliseconds since 1970 */
export function judgeSources(
  sources: readonly Pick<ShownSource, 'nombre' | 'activa' | 'causa' | 'ajustes'>[],
  now: Instant,
): Found {
  const active = sources.filter(({ activa }) => activa)
  const refused = active.filter(({ causa }) => causa === 'credencial')
  const [first] = active
    .map(({ nombre, ajustes }) => ({ nombre, left: Date.parse(ajustes[ENDS] ?? '') - now }))
    .filter(({ left }) => left < ATTENTION)
    .sort((one, other) => one.left - other.left)
  const place = 'ponla en Conciliación → Fuentes.'
  if (refused.length > 0) {
    const names = refused.map(({ nombre }) => `«${nombre}»`).join(', ')
    // An address of somebody else has the same cause: nobody can prove there who owns it.
    const addressed = refused.some(({ ajustes }) => ajustes['direccion'])
    return attention(
      `El banco no acepta la clave${addressed ? ' o la dirección' : ''} de ${names}: no se lee qué dinero llegó.`,
      `${addressed ? 'Compara la dirección con la que te dio el banco; si es esa, pide' : 'Pide'} otra clave al banco y ${place}`,
    )
  }
  if (first === undefined)
    return well(active.length === 0 ? 'No hay fuentes de dinero.' : 'Ninguna clave vence pronto.')
  const texto =
    first.left <= 0
      ? `La clave de «${first.nombre}» venció: no se lee qué dinero llegó.`
      : `La clave de «${first.nombre}» vence en ${spanText(first.left)}. Después no se lee qué dinero llegó.`
  return attention(texto, `Pide otra clave al banco y ${place}`)
}

export const sources: Check = {
  clave: 'fuentes',
  nombre: 'Las fuentes de dinero',
  look: async (ctx) => judgeSources((await listSources(ctx)).fuentes, ctx.clock.now()),
}
