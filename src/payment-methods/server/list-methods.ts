import type { Ctx } from '#platform/server/context.ts'
import type { PaymentMethod, SalesPage } from '../contract.ts'
import { allMethods, type MethodRow } from './store.ts'

/** Every method in the operator's order, disabled ones too: the pages offer those that name them. */
export function listMethods(ctx: Ctx): Promise<PaymentMethod[]> {
  return ctx.snapshots.get('sitio:metodos', async () => {
    return { value: (await allMethods(ctx.db.read)).map(describeMethod) }
  })
}

/** A row as visitors may know it. */
export function describeMethod({ orden: _, version: __, ...row }: MethodRow): PaymentMethod {
  return withPages(row)
}

/** With its account and its pages as the calls have them. */
export function withPages<Of extends Pick<MethodRow, 'numero_cuenta' | 'paginas'>>({
  numero_cuenta: numeroCuenta,
  paginas,
  ...row
}: Of) {
  return { ...row, numeroCuenta, paginas: paginas.split(',').filter(Boolean) as SalesPage[] }
}

/** Those that some page offers: visitors may know them. */
export function listOffered(ctx: Ctx): Promise<PaymentMethod[]> {
  return ctx.snapshots.get('sitio:metodos:ofrecidos', async () => ({
    value: (await listMethods(ctx)).filter((method) => method.paginas.length > 0),
  }))
}
