import { type AppError, refusal, refuseFields } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { checkMethod } from '../check-method.ts'
import { type MethodData, type PaymentMethod, type SalesPage, salesPage } from '../contract.ts'
import { formOf } from '../method-forms.ts'
import type { MethodForm } from '../methods.ts'
import { describeMethod } from './list-methods.ts'
import { allMethods, type MethodRow } from './store.ts'

/** The columns of an owner's data. @throws AppError 422 DATOS_INVALIDOS with `campos` by field */
export function readMethodData(form: MethodForm, typed: MethodData, paginas: SalesPage[]) {
  const { data, problems, missing } = checkMethod(form, typed)
  // A method that no page offers may be incomplete.
  refuseFields({ ...(paginas.length > 0 ? missing : {}), ...problems })
  const { numeroCuenta, ...plain } = data
  return { ...plain, numero_cuenta: numeroCuenta, paginas: paginas.join(',') }
}

/**
 * A buyer's report names the kind of the method, not the account. Two accounts of one kind that are offered at the same time
 * must ask for the same money, or nobody could tell the amount due.
 * @throws AppError 409 METODO_OTRA_MONEDA
 */
export async function refuseOtherCurrency(tx: Sql, method: Omit<MethodRow, 'id' | 'orden' | 'version'>, id: number) {
  if (method.paginas === '') return
  const other = (await allMethods(tx)).find(
    (row) =>
      row.id !== id &&
      row.tipo === method.tipo &&
      row.paginas !== '' &&
      (row.moneda !== method.moneda || row.precio_por_boleto !== method.precio_por_boleto),
  )
  if (!other) return
  throw refusal('METODO_OTRA_MONEDA', {
    error: `«${other.titulo}» se paga de otra forma`,
    details: `Los dos son transferencias y piden montos distintos, así que no pueden estar activos a la vez. Apaga primero «${other.titulo}».`,
  })
}

/** @throws AppError 409 VERSION_VIEJA with `metodo`, as it is now; null when it is gone */
export function changedMeanwhile(now: MethodRow | undefined): AppError {
  const metodo: PaymentMethod | null = now ? describeMethod(now) : null
  return refusal('VERSION_VIEJA', {
    error: metodo ? 'Otra persona lo cambió' : 'Ese método ya no existe',
    details: metodo ? 'Mira cómo quedó y decide si todavía quieres tu cambio.' : 'Otra persona lo borró.',
    metodo,
  })
}

/** Whether a buyer could pay somewhere else after that change. Taking pages off a method is not one, nor is the same written otherwise. */
export function redirectsMoney(
  before: MethodRow,
  after: Partial<ReturnType<typeof readMethodData>> & { paginas: string },
): boolean {
  const { paginas, ...data } = after
  const added = salesPage.options.some((page) => paginas.includes(page) && !before.paginas.includes(page))
  const kept = checkMethod(formOf(before), describeMethod(before)).data
  const seen = { ...kept, numero_cuenta: kept.numeroCuenta }
  return added || Object.entries(data).some(([field, value]) => seen[field as keyof typeof seen] !== value)
}
