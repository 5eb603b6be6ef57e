import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { headLine } from '../list.ts'
import { readRule } from '../rule.ts'
import { BrokenRule, readStep, type Step } from '../steps.ts'
import { type Course, followKept } from './course.ts'
import { auditPictures } from './images/named-pictures.ts'
import { headOf, listedLines } from './list/compose-list.ts'
import { findList, listSteps, type RuleRow, readPieces } from './store.ts'
import { listConfirmed, listWinners, type WinnerRow } from './store-winners.ts'

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
  if (hashText(texto) !== sha256) problems.push('la regla del sorteo no tiene el código de control publicado')
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
  if (kept.digest('hex') !== list.sha256) problems.push('la lista congelada no tiene el código de control publicado')
  if (now.digest('hex') !== list.sha256) problems.push('quién tiene qué número no es lo que dice la lista congelada')
  return problems
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield* piece.split(/(?<=\n)/)
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Whether the steps of a draw follow its rule, and agree with the winners, the typed results and the raffle. */
async function auditSteps(sql: Sql, rifaId: number): Promise<string[]> {
  let course: Course | null
  try {
    course = await followKept(sql, rifaId)
  } catch (error) {
    if (error instanceof BrokenRule) return [`un paso del sorteo no sigue la regla: ${error.message}`]
    return ['los pasos del sorteo o su lista no se pueden leer']
  }
  if (!course) return []
  const problems = [...(await auditWinners(sql, rifaId, course)), ...(await auditHands(sql, rifaId, course))]
  const ended = course.standings.every(({ ganador, desierto }) => ganador !== null || desierto)
  const raffle = await findRaffle(sql, rifaId)
  const drawn = ended && course.steps.some(({ tipo }) => tipo !== 'aplazado')
  const numero = drawn ? (course.standings[0]?.ganador?.numero ?? '') : ''
  if (raffle && ((raffle.estado === 'sorteada') !== drawn || raffle.numero_ganador !== numero)) {
    problems.push('la rifa no dice el resultado que dan los pasos del sorteo')
  }
  return problems
}

async function auditWinners(sql: Sql, rifaId: number, { outcomes, standings }: Course): Promise<string[]> {
  const winners = await listWinners(sql, rifaId)
  const problems: string[] = []
  const won = outcomes.flatMap(({ step, numero, porque, anulado }, orden) =>
    porque === 'ganó' && !anulado && step.tipo !== 'aplazado' ? [`${orden} ${step.premio} ${numero}`] : [],
  )
  const kept = winners.map(({ orden, premio, numero }) => `${orden} ${premio} ${numero}`)
  if (won.join() !== kept.join()) problems.push('los ganadores anotados no son los que dan los pasos del sorteo')
  const alive = winners.filter(({ vivo }) => vivo === 1)
  for (const [premio, { ganador }] of standings.entries()) {
    const found = alive.find((one) => one.premio === premio)
    if (found?.numero !== ganador?.numero || found?.codigo !== ganador?.codigo) {
      problems.push(`el premio ${premio + 1} no lo tiene quien dan los pasos del sorteo`)
    }
  }
  for (const winner of winners) {
    if (!(await isBuyer(sql, winner))) problems.push(`el ${winner.numero} ganó y no es de la compra que está anotada`)
  }
  return problems
}

async function isBuyer(sql: Sql, { rifa_id, numero, compra_id }: WinnerRow): Promise<boolean> {
  const row = await sql
    .selectFrom('tickets')
    .innerJoin('purchases', 'purchases.reserva_id', 'tickets.reserva_id')
    .select('purchases.id')
    .where('tickets.rifa_id', '=', rifa_id)
    .where('tickets.numero', '=', numero)
    .executeTakeFirst()
  return row?.id === compra_id
}

/** Each step of a lottery was typed by one person and typed again by another. */
async function auditHands(sql: Sql, rifaId: number, { steps }: Course): Promise<string[]> {
  const confirmed = await listConfirmed(sql, rifaId)
  const typed = confirmed.map(({ orden, premio, tipo, dia, resultados, escrita_por_id, decidida_por_id }) =>
    [orden, premio, tipo, dia, resultados, escrita_por_id, decidida_por_id].join(' '),
  )
  const drawn = steps.flatMap((step, orden) => (isLottery(step) ? [[orden, ...saidOf(step)].join(' ')] : []))
  return typed.sort().join() === drawn.sort().join()
    ? []
    : ['lo que salió en la lotería no es lo que dos personas escribieron']
}

type OfLottery = Step & { tipo: 'loteria' | 'sin sorteo' }

function isLottery(step: Step): step is OfLottery {
  return step.tipo === 'loteria' || step.tipo === 'sin sorteo'
}

function saidOf(step: OfLottery): (string | number)[] {
  const accounts = step.manos.map((hand) => /\((\d+)\)$/.exec(hand)?.[1] ?? '')
  const resultados = step.tipo === 'loteria' ? step.resultados : []
  return [step.premio, step.tipo, step.dia, JSON.stringify(resultados), ...accounts]
}
