import { copySize } from '#backups/copy-size.ts'
import { readLastCopy } from '#backups/server/last-copy.ts'
import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import { type Check, well } from '../check.ts'

export const copies: Check = {
  clave: 'respaldo',
  nombre: 'El respaldo',
  async look(ctx) {
    const { hecho_en, viejo, falta, fallo, bytes, lugar, aqui } = await readLastCopy(ctx)
    const when = hecho_en === null ? null : formatDatedInstant(Date.parse(hecho_en) as Instant)
    const detalle = when === null ? '' : `${copySize(bytes)} en ${lugar}.`
    const texto = when === null ? 'Todavía no hay ningún respaldo.' : `El último es del ${when}`
    const mended = fallo === null ? 'Pide a quien cuida el servidor que mire por qué no se hace.' : fallo
    if (viejo) return { nivel: 'grave', texto, que_hacer: mended, detalle }
    if (fallo !== null) {
      return { nivel: 'atento', texto: `${texto} El que se intentó después no se hizo.`, que_hacer: fallo, detalle }
    }
    if (falta !== null) {
      const que_hacer =
        'Las copias de antes pueden tenerlos: mira la carpeta de datos o el contenedor S3 antes de que se borren.'
      return { nivel: 'atento', texto: `${texto} Le faltan archivos: ${falta}`, que_hacer, detalle }
    }
    return well(
      aqui ? `${texto} Van al mismo lugar que la tienda: elige otro lugar en Respaldos, o llévate una copia.` : texto,
      detalle,
    )
  },
}
