import { join } from 'node:path'
import { readLastCopy } from '#house/server/backups/last-copy.ts'
import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import { fingerprintOf, KEY_FILE, KeyError } from '#platform/server/installation/keys.ts'
import { readOnce } from '#platform/server/installation/once-file.ts'
import { copySize } from '#platform/size-text.ts'
import { attention, type Check, grave, well } from '../check.ts'

export const copies: Check = {
  clave: 'respaldo',
  nombre: 'El respaldo',
  async look(ctx) {
    const { hecho_en, viejo, falta, fallo, bytes, lugar, aqui } = await readLastCopy(ctx)
    const when = hecho_en === null ? null : formatDatedInstant(Date.parse(hecho_en) as Instant)
    const detalle = when === null ? '' : `${copySize(bytes)} en ${lugar}.`
    const texto = when === null ? 'Todavía no hay ningún respaldo.' : `El último es del ${when}`
    const mended = fallo === null ? 'Pide a quien cuida el servidor que mire por qué no se hace.' : fallo
    if (viejo) return grave(texto, mended, detalle)
    if (fallo !== null) {
      return attention(`${texto} El que se intentó después no se hizo.`, fallo, detalle)
    }
    if (falta !== null) {
      const que_hacer =
        'Las copias de antes pueden tenerlos: mira la carpeta de datos o el contenedor S3 antes de que se borren.'
      return attention(`${texto} Le faltan archivos: ${falta}`, que_hacer, detalle)
    }
    return well(
      aqui ? `${texto} Van al mismo lugar que la tienda: elige otro lugar en Respaldos, o llévate una copia.` : texto,
      detalle,
    )
  },
}

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
    return grave(
      'La llave de la tienda no está, o es otra: cuando el servidor se reinicie, la tienda no abre.',
      'Pide hoy a quien cuida el servidor que la ponga de nuevo, desde un respaldo.',
      `${given === null ? 'Falta' : 'No es la de esta base de datos'}: ${place}. No reinicies antes de ponerla.`,
    )
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
