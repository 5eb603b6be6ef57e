import { appendEntry } from '#journal/server/append-entry.ts'
import { adoptFolder } from '#platform/server/installation.ts'
import { CONSOLE, type Command } from './command.ts'

export const adoptCommand: Command = {
  name: 'installation adopt',
  usage: '',
  summary: 'dice que esta carpeta y esta base de datos van juntas',
  async run(ctx) {
    const identidad = await ctx.db.write('instalacion', async (tx) => {
      await appendEntry(tx, {
        ambito: 'sitio',
        en: ctx.clock.now(),
        actor: CONSOLE,
        accion: 'carpeta adoptada',
        datos: { carpeta: ctx.config.dataDir },
      })
      return adoptFolder(tx, ctx.config.dataDir, ctx.random)
    })
    return { data: { identidad }, text: 'Hecho: desde ahora van juntas. Queda escrito en el diario.' }
  },
}
