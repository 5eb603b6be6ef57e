import type { Sql } from '#platform/server/db/database.ts'

/**
 * The names under which the journal knows each operator: the current and the past ones. Past names stay reserved, or old lines would read
 * as another person's.
 * @returns names by the operator's id, of everybody who ever had access.
 */
export async function listNamesHeld(sql: Sql): Promise<Map<number, string[]>> {
  const [operators, changes] = await Promise.all([
    sql.selectFrom('operators').select(['id', 'nombre']).execute(),
    sql
      .selectFrom('journal')
      .select('datos')
      .where('ambito', '=', 'sitio')
      .where('accion', '=', 'nombre cambiado')
      .execute(),
  ])
  const held = new Map(operators.map(({ id, nombre }) => [id, [nombre]]))
  for (const { datos } of changes) {
    const { operador_id, antes } = JSON.parse(datos) as { operador_id: number; antes: { nombre: string } }
    held.get(operador_id)?.push(antes.nombre)
  }
  return held
}
