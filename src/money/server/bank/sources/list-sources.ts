import { accountsToChoose } from '#payment-methods/server/read-account.ts'
import { allMethods } from '#payment-methods/server/store.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sources } from '../../../sources-contract.ts'

const iso = (at: Instant | null) => (at === null ? null : new Date(at).toISOString())

/** Every source with how it is, without a secret, and the accounts that one can be of. */
export async function listSources({ db }: Pick<Ctx, 'db'>): Promise<Sources> {
  const rows = await db.read
    .selectFrom('movement_sources')
    .selectAll('movement_sources')
    .select((row) => [
      row
        .selectFrom('movement_receipts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('fuente_id', '=', 'movement_sources.id')
        .where('estado', '=', 'ilegible')
        .as('por_leer'),
      row
        .selectFrom('movement_receipts')
        .select(({ fn }) => fn.max('recibido_en').as('at'))
        .whereRef('fuente_id', '=', 'movement_sources.id')
        .where('estado', '=', 'prueba')
        .as('prueba_en'),
    ])
    .orderBy('id')
    .execute()
  const methods = await allMethods(db.read)
  return {
    fuentes: rows.map((row) => ({
      id: row.id,
      metodo_id: row.metodo_id,
      cuenta: methods.find(({ id }) => id === row.metodo_id)?.titulo ?? '',
      fuente: row.fuente,
      via: row.via,
      nombre: row.nombre,
      ajustes: JSON.parse(row.ajustes),
      activa: row.activa === 1,
      version: row.version,
      leido_hasta: iso(row.leido_hasta),
      ultimo_en: iso(row.ultimo_en),
      causa: row.causa,
      causa_en: iso(row.causa_en),
      proximo_en: iso(row.proximo_en),
      creada_en: new Date(row.creada_en).toISOString(),
      creada_por: row.creada_por,
      por_leer: Number(row.por_leer ?? 0),
      prueba_en: iso(row.prueba_en),
    })),
    cuentas: accountsToChoose(methods, new Set(rows.map(({ metodo_id }) => metodo_id))).map(
      ({ id, titulo, tipo, moneda, banco }) => ({ metodo_id: id, titulo, tipo, moneda, banco }),
    ),
  }
}
