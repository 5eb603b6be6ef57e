import { hasMailServer } from '#mail/server/mail-server.ts'
import { listOwners } from '#operators/server/store.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { checkMethod } from '../check-method.ts'
import type { MethodData, PanelMethod, PanelMethods, SalesPage } from '../contract.ts'
import { formOf } from '../method-forms.ts'
import { isDeletable } from './delete-method.ts'
import { findAltered, lastRecords, type RecordedMethod } from './find-altered.ts'
import { describeMethod, readPages } from './list-methods.ts'
import { allMethods } from './store.ts'

/** Visitors who are paying now: tickets are a room below this one, so the composition passes the count in. */
export type CountPaying = (sql: Sql) => Promise<number>

/** Every method as owners see it, as it was at one instant. */
export function readPanelMethods(ctx: Ctx, countPaying: CountPaying): Promise<PanelMethods> {
  return ctx.db.consistent(async (sql) => {
    const [rows, records, altered] = [await allMethods(sql), await lastRecords(sql), await findAltered(ctx, sql)]
    const owners = !hasMailServer(ctx) ? [] : await listOwners(sql)
    return {
      metodos: rows.map((row): PanelMethod => {
        const method = describeMethod(row)
        const forma = formOf(row)
        const record = records.get(row.id)
        const change = altered.find(({ id }) => id === row.id)
        return {
          ...method,
          forma,
          version: row.version,
          faltan: Object.values(checkMethod(forma, dataOf(method)).missing),
          borrable: isDeletable(row),
          cambiado_en: record ? new Date(record.en).toISOString() : null,
          cambiado_por: record?.actor ?? '',
          alterado: change ? { anotado: change.recorded && recordedData(change.recorded) } : null,
        }
      }),
      pagando: await countPaying(sql),
      avisados: owners.map(({ nombre }) => nombre),
    }
  })
}

type Data = MethodData & { paginas: SalesPage[] }

function dataOf({ titulo, banco, numeroCuenta, cedula, telefono, email, nombre, ...rest }: Data): MethodData {
  const { instrucciones, precio_por_boleto } = rest
  return { titulo, banco, numeroCuenta, cedula, telefono, email, nombre, instrucciones, precio_por_boleto }
}

function recordedData({ numero_cuenta, paginas, ...row }: RecordedMethod): Data {
  const data = { ...row, numeroCuenta: numero_cuenta, paginas: readPages(paginas) }
  return { ...dataOf(data), paginas: data.paginas }
}
