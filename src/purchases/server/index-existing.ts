import type { Sql } from '#platform/server/db/database.ts'
import { addWords, count, normalColumns } from './search-index.ts'

const PAGE = 1_000

/** Makes purchases of a version that had no search be found by it. */
export async function indexExisting(tx: Sql): Promise<void> {
  for (let last = 0; ; ) {
    const page = await tx
      .selectFrom('purchases')
      .select(['id', 'nombre', 'correo', 'telefono', 'creado_en', 'rifa_id', 'estado', 'metodo_pago'])
      .select(['tasa_verificada', 'vendida_por', 'moneda', 'total'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const purchase of page) {
      await tx.updateTable('purchases').set(normalColumns(purchase)).where('id', '=', purchase.id).execute()
      await addWords(tx, purchase, purchase.id)
      await count(tx, purchase, 1)
    }
    const end = page.at(-1)
    if (!end) return
    last = end.id
  }
}
