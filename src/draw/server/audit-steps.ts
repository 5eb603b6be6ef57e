import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { BrokenRule, type Step } from '../steps.ts'
import { type Course, followKept } from './course.ts'
import { listConfirmed, listWinners, type WinnerRow } from './store-winners.ts'

/** Whether the steps of a draw follow its rule, and agree with the winners, the typed results and the raffle. */
export async function auditSteps(sql: Sql, rifaId: number): Promise<string[]> {
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
