import type { Ctx } from '#platform/server/context.ts'
import type { PaymentMethod, SalesPage } from '../contract.ts'

/** Every method in the operator's order, disabled ones too: the pages offer those that name them. */
export function listMethods(ctx: Ctx): Promise<PaymentMethod[]> {
  return ctx.snapshots.get('sitio:metodos', async () => {
    const rows = await ctx.db.read.selectFrom('payment_methods').selectAll().orderBy('orden').orderBy('id').execute()
    const value = rows.map(({ numero_cuenta, orden: _, paginas, ...row }) => ({
      ...row,
      numeroCuenta: numero_cuenta,
      paginas: paginas.split(',').filter(Boolean) as SalesPage[],
    }))
    return { value }
  })
}

/** Those that some page offers: what visitors may know. */
export function listOffered(ctx: Ctx): Promise<PaymentMethod[]> {
  return ctx.snapshots.get('sitio:metodos:ofrecidos', async () => ({
    value: (await listMethods(ctx)).filter((method) => method.paginas.length > 0),
  }))
}
