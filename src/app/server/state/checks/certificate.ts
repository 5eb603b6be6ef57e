import { DAY, MINUTE } from '#platform/clock.ts'
import { askCertificate, type Certificate } from '#platform/server/http/ask-certificate.ts'
import { readSetting } from '#platform/server/settings/settings.ts'
import { attention, type Check, type Found, grave, OUTSIDE, spanText, well } from '../check.ts'

/** Let's Encrypt's live 90 days and are renewed a month before they end: one with less has failed to be for two weeks. */
const ATTENTION = 14 * DAY
const GRAVE = 3 * DAY
/** It changes every few weeks. */
const ASK_EVERY = 10 * MINUTE

let asked: { address: string; at: number; answer: Promise<Certificate | null> } | undefined

/** @param now milliseconds since 1970. */
export function judgeCertificate(certificate: Certificate | null, now: number): Found {
  if (certificate === null)
    return attention(
      'Desde el servidor no responde nadie en la dirección de la tienda.',
      'Ábrela en un teléfono con datos. Si no abre, avisa ya a quien cuida el servidor.',
      'Si abre, es la red del servidor, que no lo deja llegar a su propia dirección (PUBLIC_URL).',
    )
  const { ends, trouble } = certificate
  const left = ends - now
  const detalle = `Termina el ${new Date(ends).toISOString()}.${trouble === null ? '' : ` ${trouble}.`}`
  if (left <= 0 || trouble !== null) {
    return grave(
      left <= 0
        ? 'El certificado de la tienda se venció: los navegadores avisan de un peligro y nadie entra.'
        : 'Los navegadores no confían en el certificado de la tienda y avisan de un peligro.',
      'Pide ahora a quien cuida el servidor que ponga uno válido.',
      detalle,
    )
  }
  if (left < ATTENTION) {
    const told = left < GRAVE ? grave : attention
    return told(
      `El certificado de la tienda se vence en ${spanText(left)}. Después, los navegadores avisan de un peligro.`,
      'Pide a quien cuida el servidor que lo renueve: debería renovarse solo.',
      detalle,
    )
  }
  return well('El certificado vale y no se vence pronto.', detalle)
}

/** Target of links in mail, and whether visitors' input can be read on the way. */
export const certificate: Check = {
  clave: 'certificado',
  nombre: 'La dirección y su certificado',
  async look(ctx) {
    const publicUrl = (await readSetting(ctx, 'direccion'))?.publica ?? null
    if (publicUrl === null) {
      return attention(
        'La tienda no sabe su dirección: los enlaces que envía no abren en el teléfono de quien compra.',
        'Abre el panel en la dirección con la que entran los visitantes, y guárdala en Servidor.',
        'PUBLIC_URL no está definida, y en el panel tampoco.',
      )
    }
    if (!publicUrl.startsWith('https:')) {
      return grave(
        'Lo que escriben los visitantes viaja sin cifrar, también tu clave.',
        'Pide a quien cuida el servidor que ponga un certificado y una dirección con https.',
        `PUBLIC_URL es ${publicUrl}.`,
      )
    }
    if (asked?.address !== publicUrl || performance.now() - asked.at > ASK_EVERY)
      asked = { address: publicUrl, at: performance.now(), answer: askCertificate(publicUrl, OUTSIDE) }
    return judgeCertificate(await asked.answer, ctx.clock.now())
  },
}
