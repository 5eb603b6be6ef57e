import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { headLine } from '../list.ts'
import { readRule } from '../rule.ts'
import { readStep } from '../steps.ts'
import { auditSteps } from './audit-steps.ts'
import { auditPictures } from './images/named-pictures.ts'
import { headOf, listedLines } from './list/compose-list.ts'
import { findList, listSteps, type RuleRow, readPieces } from './store.ts'

/** Whether every rule and every frozen list still equals the published one, and that of its raffle. */
export async function auditDraws(ctx: Pick<Ctx, 'keys' | 'config'>, sql: Sql): Promise<string[]> {
  const problems: string[] = []
  for (const rule of await sql.selectFrom('draw_rules').selectAll().orderBy('rifa_id').execute()) {
    const { rifa_id } = rule
    const texts = [
      ...(await auditRule(sql, rule)),
      ...(await auditList(ctx, sql, rifa_id)),
      ...(await auditSteps(sql, rifa_id)),
      ...(await auditPictures(ctx, sql, rifa_id)),
    ]
    problems.push(...texts.map((text) => `rifa ${rule.rifa_id}: ${text}`))
  }
  const ruled = sql.selectFrom('draw_rules').select('rifa_id')
  const without = await sql
    .selectFrom('raffles')
    .select('id')
    .where('regla_sha256', 'is not', null)
    .where('id', 'not in', ruled)
    .execute()
  const permits = await sql
    .selectFrom('draw_papers')
    .select('rifa_id')
    .where('permiso_imagen', 'is not', null)
    .where('rifa_id', 'not in', ruled)
    .execute()
  for (const { rifa_id } of permits) {
    problems.push(...(await auditPictures(ctx, sql, rifa_id)).map((text) => `rifa ${rifa_id}: ${text}`))
  }
  return [...problems, ...without.map(({ id }) => `rifa ${id}: falta su regla del sorteo`)]
}

async function auditRule(sql: Sql, { rifa_id, texto, sha256 }: RuleRow): Promise<string[]> {
  const problems: string[] = []
  if (hashText(texto) !== sha256) problems.push('la regla del sorteo no tiene la huella publicada')
  if (!readRule(texto)) problems.push('la regla del sorteo no se entiende')
  if ((await findRaffle(sql, rifa_id))?.regla_sha256 !== sha256) problems.push('vende con otra regla que la publicada')
  const steps = await listSteps(sql, rifa_id)
  if (steps.some((text) => !readStep(text))) problems.push('un paso del sorteo no se entiende')
  return problems
}

async function auditList(ctx: Pick<Ctx, 'keys'>, sql: Sql, rifa_id: number): Promise<string[]> {
  const [raffle, list] = [await findRaffle(sql, rifa_id), await findList(sql, rifa_id)]
  if (!raffle) return []
  if ((list?.congelada_en ?? null) !== raffle.congelada_en || (list && list.cierre !== raffle.cerrada_en)) {
    return ['su cierre o su congelación no es la de la lista']
  }
  if (!list) return []
  const problems: string[] = []
  const [kept, now] = [createHash('sha256'), createHash('sha256')]
  for await (const piece of readPieces(sql, rifa_id)) kept.update(piece)
  now.update(headLine({ ...headOf(raffle), cuenta: list.cuenta }))
  const published = linesOf(readPieces(sql, rifa_id))
  await published.next()
  for await (const lines of listedLines(ctx, sql, rifa_id)) {
    for (const line of lines) {
      const { value = '' } = await published.next()
      // After an erasure only the list still has the code.
      now.update(line.endsWith(',\n') && value.startsWith(line.slice(0, -1)) ? value : line)
    }
  }
  if (kept.digest('hex') !== list.sha256) problems.push('la lista congelada no tiene la huella publicada')
  if (now.digest('hex') !== list.sha256) problems.push('quién tiene qué número no es lo que dice la lista congelada')
  return problems
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield* piece.split(/(?<=\n)/)
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
