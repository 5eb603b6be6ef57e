import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { type DrawRule, readRule } from '../rule.ts'
import { drawListPieces } from './schema.ts'

export type RuleRow = Selectable<Tables['draw_rules']>
export type ListRow = Selectable<Tables['draw_lists']>
export type StepRow = Selectable<Tables['draw_steps']>

export function findRule(sql: Sql, rifa_id: number): Promise<RuleRow | undefined> {
  return sql.selectFrom('draw_rules').selectAll().where('rifa_id', '=', rifa_id).executeTakeFirst()
}

/** @throws Error for a text that is no rule: it was written here. */
export function ruleOf({ texto }: Pick<RuleRow, 'texto'>): DrawRule {
  const rule = readRule(texto)
  if (!rule) throw new Error('a rule that was kept cannot be read')
  return rule
}

export async function writeRule(tx: Sql, rule: RuleRow): Promise<void> {
  const { rifa_id: _, ...changes } = rule
  await tx
    .insertInto('draw_rules')
    .values(rule)
    .onConflict((conflict) => conflict.column('rifa_id').doUpdateSet(changes))
    .execute()
}

export async function deleteRule(tx: Sql, rifa_id: number): Promise<void> {
  await tx.deleteFrom('draw_rules').where('rifa_id', '=', rifa_id).execute()
}

/** In their order. */
export function listStepRows(sql: Sql, rifa_id: number): Promise<StepRow[]> {
  return sql.selectFrom('draw_steps').selectAll().where('rifa_id', '=', rifa_id).orderBy('orden').execute()
}

/** The last step of each raffle that still sells: until then postponements are the only steps. */
export function readLastSteps(sql: Sql): Promise<Pick<StepRow, 'rifa_id' | 'orden' | 'texto'>[]> {
  return sql
    .selectFrom('draw_steps as steps')
    .innerJoin('raffles', 'raffles.id', 'steps.rifa_id')
    .select(['steps.rifa_id', 'steps.orden', 'steps.texto'])
    .where('raffles.estado', 'in', ['publicada', 'pausada'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('draw_steps as later')
            .select('later.orden')
            .whereRef('later.rifa_id', '=', 'steps.rifa_id')
            .whereRef('later.anterior', '=', 'steps.orden'),
        ),
      ),
    )
    .execute()
}

/** The texts of the steps, in their order. */
export async function listSteps(sql: Sql, rifa_id: number): Promise<string[]> {
  return (await listStepRows(sql, rifa_id)).map(({ texto }) => texto)
}

/** @param orden how many steps there are. */
export async function insertStep(
  tx: Sql,
  step: { rifa_id: number; orden: number; texto: string; en: RuleRow['fijada_en']; actor: string },
): Promise<void> {
  await tx
    .insertInto('draw_steps')
    .values({ ...step, anterior: step.orden === 0 ? null : step.orden - 1 })
    .execute()
}

export function findList(sql: Sql, rifa_id: number): Promise<ListRow | undefined> {
  return sql.selectFrom('draw_lists').selectAll().where('rifa_id', '=', rifa_id).executeTakeFirst()
}

export async function insertList(tx: Sql, list: ListRow): Promise<void> {
  await tx.insertInto('draw_lists').values(list).execute()
}

/** Buyer of that number, if there is one. */
export function findBuyer(sql: Sql, rifaId: number, numero: string): Promise<Purchase | undefined> {
  return sql
    .selectFrom('tickets')
    .innerJoin('purchases', 'purchases.reserva_id', 'tickets.reserva_id')
    .selectAll('purchases')
    .where('tickets.rifa_id', '=', rifaId)
    .where('tickets.numero', '=', numero)
    .where('tickets.estado', '=', 'vendido')
    .executeTakeFirst()
}

export const insertPieces = insertRows(drawListPieces)

export async function findPiece(sql: Sql, rifa_id: number, orden: number): Promise<string | null> {
  const piece = await sql
    .selectFrom('draw_list_pieces')
    .select('texto')
    .where('rifa_id', '=', rifa_id)
    .where('orden', '=', orden)
    .executeTakeFirst()
  return piece?.texto ?? null
}

/** Pieces of a frozen list, one read at a time. */
export async function* readPieces(sql: Sql, rifa_id: number): AsyncGenerator<string> {
  for (let orden = 0; ; orden++) {
    const texto = await findPiece(sql, rifa_id, orden)
    if (texto === null) return
    yield texto
    // The embedded database answers immediately, and others want to be served too.
    await setImmediate()
  }
}
