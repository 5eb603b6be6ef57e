import { join } from 'node:path'
import { fingerprintOf, KEY_FILE, KeyError } from '#platform/server/installation/keys.ts'
import { readOnce } from '#platform/server/installation/once-file.ts'
import { type Check, well } from '../check.ts'

/** Whether the next start finds the key of this database: a server that runs has it in its memory, and notices nothing. */
export const key: Check = {
  clave: 'llave',
  nombre: 'La llave',
  async look({ config, db }) {
    const known = await db.read.selectFrom('installation_key').select('huella').executeTakeFirst()
    const place = config.key === null ? join(config.dataDir, KEY_FILE) : 'TOMBOLA_KEY'
    const given = config.key ?? readOnce(place)
    if (known === undefined || (given !== null && printOf(given) === known.huella))
      return well('La llave de la tienda está en su lugar.', place)
    return {
      nivel: 'grave',
      texto: 'La llave de la tienda no está, o es otra: cuando el servidor se reinicie, la tienda no abre.',
      que_hacer: 'Pide hoy a quien cuida el servidor que la ponga de nuevo, desde un respaldo.',
      detalle: `${given === null ? 'Falta' : 'No es la de esta base de datos'}: ${place}. No reinicies antes de ponerla.`,
    }
  },
}

/** Null of a text that is no key. */
function printOf(given: string): string | null {
  try {
    return fingerprintOf(given)
  } catch (error) {
    if (error instanceof KeyError) return null
    throw error
  }
}
