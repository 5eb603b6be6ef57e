import { compareHead, tellHeads } from '#journal/server/witness.ts'
import type { Ctx } from '#platform/server/context.ts'
import { auditAll } from '../server/audit/audit-all.ts'
import type { Command } from './command.ts'

/** Recounts everything from the rows, as they were at one instant. Empty means that it all adds up. */
export function audit(ctx: Ctx): Promise<string[]> {
  return ctx.db.consistent((sql) => auditAll(ctx, sql))
}

export const auditCommand: Command = {
  name: 'audit',
  usage: '[--head cadena:número:sello,…]',
  summary: 'recuenta todo; sale con 1 si algo no cuadra',
  async run(ctx, _args, { head }) {
    const problemas = await audit(ctx)
    for (const told of head?.split(',') ?? []) {
      const problem = await compareHead(ctx.db.read, told)
      if (problem) problemas.push(problem)
    }
    const final = await tellHeads(ctx.db.read)
    const said = problemas.length === 0 ? 'Todo cuadra.' : problemas.join('\n')
    const text = `${said}\nGuarda fuera del servidor cómo termina el diario, para compararlo otro día con --head: ${final}`
    return { data: { cuadra: problemas.length === 0, problemas, final }, text, failed: problemas.length > 0 }
  },
}
