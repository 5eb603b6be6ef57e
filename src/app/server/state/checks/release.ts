import { findFresh } from '../../build-stamp.ts'
import { type Check, well } from '../check.ts'

const LOOK_EVERY = 5 * 60_000

/** A build that is not of these sources stays so until the next start: nobody reads the sources again for it. */
let known: { at: number; fresh: boolean } | undefined

/** A new version that was brought here and not started, or an installation whose build was lost: the next start would take long, or be another. */
export const release: Check = {
  clave: 'programa',
  nombre: 'El programa instalado',
  look() {
    if (known === undefined || (known.fresh && performance.now() - known.at > LOOK_EVERY))
      known = { at: performance.now(), fresh: findFresh('pages') !== null && findFresh('server') !== null }
    if (known.fresh) return well('El programa que corre es el que está instalado.')
    return {
      nivel: 'atento',
      texto: 'En el servidor hay otra versión del programa que la que está encendida.',
      que_hacer: 'Pide a quien cuida el servidor que termine la actualización: que lo construya y lo reinicie.',
      detalle: 'dist no es de estas fuentes: npm run build, y reinicia.',
    }
  },
}
