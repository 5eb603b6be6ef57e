import { type Check, well } from '../check.ts'
import { readProcesses } from '../processes.ts'

/** Noticed for the last time so long ago, it was mended or was nobody's proxy. */
const COUNTS_FOR = 3_600_000

/** A proxy that nobody has named makes everybody one visitor: his limits stop the shop for all. */
export const proxy: Check = {
  clave: 'proxy',
  nombre: 'Quién es cada visitante',
  async look(ctx) {
    const now = ctx.clock.now()
    const since = (await readProcesses(ctx)).map(({ reenviado }) => reenviado ?? 0)
    if (!since.some((en) => Math.abs(now - en) < COUNTS_FOR)) return well('La tienda distingue a un visitante de otro.')
    return {
      nivel: 'grave',
      texto:
        'La tienda ve a todos los visitantes como si fueran uno solo, y después de unas pocas consultas los rechaza a todos.',
      que_hacer: 'Pide a quien cuida el servidor que le diga a Tómbola cuál es el proxy que tiene delante.',
      detalle:
        'Llegó X-Forwarded-For desde una dirección interna que TRUSTED_PROXIES no nombra. Pon ahí la dirección del proxy (127.0.0.1 si está en esta máquina; con contenedores, la puerta de su red) y reinicia. Si nadie puso un proxy, alguien de la red interna lo está fingiendo: se apaga solo en una hora.',
    }
  },
}
