import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import { adoptFolder, InstallationError } from '#platform/server/installation/installation.ts'
import { CONSOLE, type Command } from './command.ts'

export const adoptCommand: Command = {
  name: 'installation adopt',
  usage: '',
  summary: 'dice que esta carpeta y esta base de datos van juntas',
  async run(ctx) {
    await refuseEmptyDatabase(ctx)
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

/** To a database without purchases every proof is a file that nobody knows: in an hour all are set aside, in a month removed. */
async function refuseEmptyDatabase(ctx: Ctx): Promise<void> {
  if ((await ctx.db.read.selectFrom('purchases').select('id').limit(1).executeTakeFirst()) !== undefined) return
  for await (const _ of ctx.files.olderThan(Number.POSITIVE_INFINITY)) {
    throw new InstallationError(
      `La carpeta ${ctx.config.dataDir} tiene comprobantes y esta base de datos no tiene ninguna compra: no van juntas, y los comprobantes se apartarían. Indica su base de datos, recupérala de un respaldo, o usa otra carpeta con DATA_DIR.`,
    )
  }
}
