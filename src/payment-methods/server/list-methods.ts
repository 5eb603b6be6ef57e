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
export function describeMethod({ numero_cuenta, orden: _, version: __, paginas, ...row }: MethodRow): PaymentMethod {
  return { ...row, numeroCuenta: numero_cuenta, paginas: readPages(paginas) }
}

export function readPages(text: string): SalesPage[] {
  return text.split(',').filter(Boolean) as SalesPage[]
}

/** Those that some page offers: visitors may know them. */
export function listOffered(ctx: Ctx): Promise<PaymentMethod[]> {
  return ctx.snapshots.get('sitio:metodos:ofrecidos', async () => ({
    value: (await listMethods(ctx)).filter((method) => method.paginas.length > 0),
  }))
}
