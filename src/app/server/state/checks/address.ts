import { readSetting } from '#platform/server/settings/settings.ts'
import { type Check, well } from '../check.ts'

/** Where links in mail lead, and whether what visitors type can be read on the way. */
export const address: Check = {
  clave: 'direccion',
  nombre: 'La dirección de la tienda',
  async look(ctx) {
    const publicUrl = (await readSetting(ctx, 'direccion'))?.publica ?? null
    if (publicUrl === null) {
      return {
        nivel: 'atento',
        texto: 'La tienda no sabe su dirección: los enlaces de los correos no abren en el teléfono de quien compra.',
        que_hacer: 'Abre el panel en la dirección con la que entran los visitantes, y guárdala en Servidor.',
        detalle: 'PUBLIC_URL no está definida, y en el panel tampoco.',
      }
    }
    if (!publicUrl.startsWith('https:')) {
      return {
        nivel: 'grave',
        texto: 'Lo que escriben los visitantes viaja sin cifrar, también tu clave.',
        que_hacer: 'Pide a quien cuida el servidor que ponga un certificado y una dirección con https.',
        detalle: `PUBLIC_URL es ${publicUrl}.`,
      }
    }
    return well(`${publicUrl} es su dirección.`)
  },
}
