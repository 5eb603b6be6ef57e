import { z } from 'zod'
import { CONSOLE } from '#journal/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { parse } from '#platform/server/http/parse.ts'
import { purchaseState } from '#purchases/contract.ts'
import { approval, refusal } from '#review/contract.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { requireReason } from '#review/server/decision/reasons.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { readPurchase } from '#review/server/read-purchase.ts'
import { type Command, idArgument, table, UsageError } from './command.ts'

const filter = z.object({
  estado: purchaseState.optional(),
  limite: z.coerce.number().int().min(1).max(10_000).default(100),
})

async function list(ctx: Ctx, options: Record<string, string | undefined>) {
  const parsed = filter.safeParse(options)
  if (!parsed.success)
    throw new UsageError(`--estado es uno de: ${purchaseState.options.join(', ')}. --limite va de 1 a 10000.`)
  const { estado, limite } = parsed.data
  let query = ctx.db.read
    .selectFrom('purchases')
    .select([
      'id',
      'codigo',
      'rifa_id',
      'estado',
      'cantidad_tickets',
      'total',
      'moneda',
      'metodo_pago',
      'referencia',
      'version',
    ])
    .orderBy('id', 'desc')
    .limit(limite)
  if (estado) query = query.where('estado', '=', estado)
  return query.execute()
}

export const purchaseCommands: Command[] = [
  {
    name: 'purchases list',
    usage: '[--estado E] [--limite N]',
    summary: 'compras, de la más nueva a la más vieja',
    async run(ctx, _args, options) {
      const compras = await list(ctx, options)
      const rows = compras.map((row) => [
        row.id,
        row.codigo,
        row.rifa_id,
        row.estado,
        row.cantidad_tickets,
        row.total,
        row.moneda,
      ])
      return { data: { compras }, text: table([['ID', 'CÓDIGO', 'RIFA', 'ESTADO', 'BOLETOS', 'TOTAL', ''], ...rows]) }
    },
  },
  {
    name: 'purchases show',
    usage: '<id>',
    summary: 'una compra con sus comprobaciones y su historia',
    async run(ctx, args) {
      const data = await readPurchase(ctx, idArgument(args))
      return { data, text: JSON.stringify(data, null, 2) }
    },
  },
  {
    name: 'purchases approve',
    usage: '<id> [--motivo "…"]',
    summary: 'confirma el pago y asigna los números; contra una comprobación grave, con motivo',
    async run(ctx, args, options) {
      const id = idArgument(args)
      const { motivo } = parse(approval.pick({ motivo: true }), { motivo: options['motivo'] })
      await requireReason(ctx, id, motivo)
      const numeros = await approvePurchase(ctx, id, null, { actor: CONSOLE, motivo })
      return { data: { id, estado: 'confirmado', numeros }, text: `Confirmada. Números: ${numeros.join(' ')}` }
    },
  },
  {
    name: 'purchases reject',
    usage: '<id> --motivo "…"',
    summary: 'rechaza el pago; el comprador lee el motivo',
    async run(ctx, args, options) {
      const id = idArgument(args)
      if (options['motivo'] === undefined) throw new UsageError('Falta --motivo: el comprador lo va a leer.')
      const { motivo } = parse(refusal.pick({ motivo: true }), { motivo: options['motivo'] })
      await rejectPurchase(ctx, id, null, { actor: CONSOLE, motivo })
      return { data: { id, estado: 'rechazado' }, text: 'Rechazada. El comprador lee el motivo en su página.' }
    },
  },
]
