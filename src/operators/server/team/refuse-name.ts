import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'

/** Names in the journal for deeds of no operator. */
const RESERVED = ['comprador', 'consola', 'sistema', 'administración', 'Tómbola']

/**
 * The journal knows people by their names, so nobody takes one that another has or had, nor one that reads like it.
 * @param operatorId of the name's owner; null for a new operator.
 * @throws AppError 409 NOMBRE_EN_USO
 */
export async function refuseTakenName(tx: Sql, nombre: string, operatorId: number | null): Promise<void> {
  const wanted = fold(nombre)
  const others = [...(await listNamesHeld(tx))].filter(([id]) => id !== operatorId).flatMap(([, names]) => names)
  if (![...RESERVED, ...others].some((name) => fold(name) === wanted)) return
  throw refusal('NOMBRE_EN_USO')
}

/** Look of a name: two that a hurried eye reads as one are one. Its letters are Latin ones (personName). */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[i1ı|!ł]/g, 'l')
    .replace(/[0ø]/g, 'o')
    .replace(/5/g, 's')
    .replace(/đ/g, 'd')
    .replace(/ħ/g, 'h')
    .replace(/ŧ/g, 't')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The names under which the journal knows each operator: the current and the past ones. Past names stay reserved, or old lines would read
 * as another person's.
 * @returns names by the operator's id, of everybody who ever had access.
 */
async function listNamesHeld(sql: Sql): Promise<Map<number, string[]>> {
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
