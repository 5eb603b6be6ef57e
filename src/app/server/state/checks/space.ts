import { spaceText } from '#reports/space-text.ts'
import { type Check, well } from '../check.ts'

export const space: Check = {
  clave: 'disco',
  nombre: 'El espacio',
  async look(ctx) {
    const left = await ctx.space()
    const text = `${spaceText(left)}.`
    if (left.level === 'bien') return well(text, ctx.config.dataDir)
    return {
      nivel: left.level === 'grave' ? 'grave' : 'atento',
      texto: `${text} Cuando se acabe, nadie podrá reportar un pago.`,
      que_hacer: 'Pide a quien cuida el servidor que amplíe el disco o haga lugar fuera de la carpeta de datos.',
      detalle: `Carpeta de datos: ${ctx.config.dataDir}. Dentro de ella no hay nada que se borre a mano.`,
    }
  },
}
