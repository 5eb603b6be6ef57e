import type { Operator } from '#access/contract.ts'
import type { RuleFields } from '#draw/contract.ts'
import { closeDue } from '#draw/server/close-due.ts'
import { followKept } from '#draw/server/course.ts'
import { freezeDue } from '#draw/server/list/freeze-list.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { confirmResult, proposeResult } from '#draw/server/steps/results.ts'
import { takeRound } from '#draw/server/steps/take-round.ts'
import { findOpenProposal, listWinners } from '#draw/server/store-winners.ts'
import { changeDetails, claimPrize, deliverPrize } from '#draw/server/winners/move-winner.ts'
import {
  addDays,
  after,
  DAY,
  dayInCaracas,
  HOUR,
  type Instant,
  MINUTE,
  startOfDay,
  writeInstant,
} from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { PEOPLE, sell } from './sales.ts'
import { ACTOR, at, createWithImage } from './sample-raffle.ts'

/** An invented lottery: a sample must not name a real one. */
const LOTTERY = 'Lotería de muestra'
const RESULTS = 'https://loteria.ejemplo.test/resultados'

/** Raffles with a rule: one drawn by the beacon, one by a lottery, and one whose draw is due. */
export async function seedDraws(ctx: Ctx): Promise<void> {
  const [owner, second] = await listPeople(ctx)
  if (!owner) return
  await drawByBeacon(ctx, owner)
  // A second person confirms the entry of a lottery: an installation with an owner of its own has nobody else yet.
  if (second) await drawByLottery(ctx, owner, second)
  await prepareDraw(ctx)
}

/** The team, the owner first. */
export async function listPeople({ db }: Ctx): Promise<Operator[]> {
  const rows = await db.read.selectFrom('operators').select(['id', 'nombre', 'correo', 'rol']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, segundo_factor: false }))
}

/**
 * Sold out in time for a round of the public beacon whose signature is known here: anybody can check this draw, even offline, and nobody could have
 * chosen it.
 */
async function drawByBeacon(ctx: Ctx, owner: Operator): Promise<void> {
  const ended = Date.parse('2023-08-22T19:59:22-04:00') as Instant
  const id = await sellAll(
    ctx,
    {
      drawing: 'nevera',
      alt: 'Nevera de dos puertas, con luz adentro',
      titulo: 'Nevera por azar público',
      premio: 'Nevera de dos puertas',
      descripcion:
        'Cerró al venderse el último número y la decidió la ronda 1000 del azar público (drand), del 23 de agosto de 2023.',
      precio: '40.00',
      total_numeros: 100,
    },
    {
      cierre: { tipo: 'agotarse', limite: '2023-09-30T20:00:00-04:00' },
      ...{ revision_horas: 12, espera_minutos: 16 * 60, uno_por_persona: false },
      premios: [{ titulo: 'Nevera de dos puertas', por: { tipo: 'faro' }, reclamo_horas: 72 }],
    },
    { quantities: [10, 20, 8, 12, 14, 6, 20, 10], last: ended },
  )
  const drawn = Date.parse('2023-08-23T11:59:30-04:00') as Instant
  await freezeDue(at(ctx, after(ended, MINUTE)))
  const round = {
    ronda: 1_000,
    firma: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  }
  await takeRound(at(ctx, drawn), id, { premio: 0, ...round }, { id: null, nombre: 'sistema' })
  await deliver(ctx, id, after(drawn, 5 * HOUR), owner)
}

/** The first number that came up was sold to nobody; the next day's was. Its second prize nobody has claimed yet. */
async function drawByLottery(ctx: Ctx, owner: Operator, second: Operator): Promise<void> {
  const day = addDays(dayInCaracas(ctx.clock.now()), -9)
  const ended = after(startOfDay(day), 20 * HOUR)
  const id = await sellAll(
    ctx,
    {
      drawing: 'telefono',
      alt: 'Teléfono con la pantalla encendida, sobre una mesa',
      titulo: 'Teléfono por la lotería',
      premio: 'Teléfono de 256 GB',
      descripcion:
        'La primera noche salió un número que no se vendió; la segunda, uno vendido. Los resultados son inventados.',
      precio: '60.00',
      total_numeros: 1_000,
    },
    closingAt(ended, [{ titulo: 'Teléfono de 256 GB', por: drawnAt('22:00', 3), reclamo_horas: 72 }]),
    { quantities: [40, 50, 30, 50, 20, 50, 45, 35, 50, 24], last: after(ended, -2 * HOUR) },
  )
  await freeze(ctx, ended)
  const sold = await soldNumbers(ctx, id)
  const unsold = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0')).find(
    (one) => !sold.includes(one),
  )
  const [, , , winning = ''] = sold.toReversed()
  for (const [nights, resultado] of [`7${unsold}`, `2${winning}`].entries()) {
    const dia = addDays(day, nights)
    const seen = at(ctx, after(startOfDay(dia), 22 * HOUR + 20 * MINUTE))
    const result = { tipo: 'loteria' as const, resultados: [resultado] }
    await proposeResult(seen, id, { ...result, premio: 0, dia, enlace: RESULTS, imagen: null }, owner)
    const propuesta = (await findOpenProposal(seen.db.read, id))?.id ?? 0
    await confirmResult(at(ctx, after(seen.clock.now(), 4 * MINUTE)), id, { ...result, propuesta }, second)
  }
  await deliver(ctx, id, after(startOfDay(addDays(day, 2)), 11 * HOUR), owner)
}

/** Its list is frozen; a lottery has just drawn, and the user of the demo enters the result. The second prize is the beacon's. */
async function prepareDraw(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const hour = after(now, -(now % HOUR))
  const ended = after(hour, -2 * HOUR)
  const hora = `${new Date(after(hour, -4 * HOUR)).toISOString().slice(11, 13)}:00`
  await sellAll(
    ctx,
    {
      drawing: 'moto',
      alt: 'Moto de calle al atardecer, de lado',
      titulo: 'Moto y casco, por sortear',
      premio: 'Moto 200 cc y casco',
      descripcion: 'Ya cerró y su lista está congelada: falta el sorteo.',
      precio: '80.00',
      total_numeros: 1_000,
    },
    closingAt(ended, [
      { titulo: 'Moto 200 cc', por: drawnAt(hora, 2), reclamo_horas: 72 },
      { titulo: 'Casco', por: { tipo: 'faro' }, reclamo_horas: 72 },
    ]),
    { quantities: [50, 45, 50, 50, 40, 50, 35, 50, 48], last: after(ended, -HOUR) },
  )
  await freeze(ctx, ended)
}

/** The invented lottery decides a prize by its last three digits. */
const drawnAt = (hora: string, intentos: number): RuleFields['premios'][number]['por'] => ({
  ...{ tipo: 'loteria', hora, suma: 0, intentos, pagina: RESULTS },
  partes: [{ loteria: LOTTERY, toma: 'ultimas', cifras: 3, al_reves: false }],
})

const closingAt = (ended: Instant, premios: RuleFields['premios']): RuleFields => ({
  cierre: { tipo: 'instante', en: writeInstant(ended) },
  ...{ revision_horas: 1, espera_minutos: 120, uno_por_persona: true, premios },
})

async function freeze(ctx: Ctx, ended: Instant): Promise<void> {
  await closeDue(at(ctx, ended))
  await freezeDue(at(ctx, after(ended, MINUTE)))
}

/**
 * Publishes a raffle with its rule some days before, and sells it.
 * @param quantities of the purchases; the last of them is confirmed at that instant.
 * @returns its id
 */
async function sellAll(
  ctx: Ctx,
  { drawing, alt, ...raffle }: Partial<NewRaffle> & { drawing: string; alt: string },
  rule: RuleFields,
  { quantities, last }: { quantities: number[]; last: Instant },
): Promise<number> {
  const begun = at(ctx, after(last, -6 * DAY))
  const id = await createWithImage(begun, drawing, alt, { ...raffle, moneda: 'VES' })
  await setRule(begun, id, 0, rule, ACTOR)
  await publishRaffle(begun, id, ACTOR)
  for (const [place, cantidad] of quantities.entries()) {
    const then = at(ctx, after(last, (place + 1 - quantities.length) * 5 * HOUR))
    await sell(then, { rifa_id: id, cantidad, metodo: 'pago_movil', confirmed: true }, 10 * PEOPLE * id + place)
  }
  return id
}

/** The winner claims the prize, gets it the day after, and allows the first name to be shown. */
async function deliver(ctx: Ctx, rifa: number, claimed: Instant, owner: Operator): Promise<void> {
  const [winner] = await listWinners(ctx.db.read, rifa)
  if (!winner) throw new Error('nobody won')
  const seen = { rifa, ganador: winner.id }
  await claimPrize(at(ctx, claimed), { ...seen, version: 1 }, owner)
  const given = after(claimed, DAY)
  await deliverPrize(at(ctx, given), { ...seen, version: 2 }, dayInCaracas(given), owner)
  const notas = 'La retiró en la oficina, con su cédula.'
  const shown = { mostrar_nombre: true, mostrar_fotos: false, fotos: [] }
  await changeDetails(at(ctx, given), rifa, winner.id, { version: 3, notas, ...shown }, owner)
}

/** The confirmed numbers, ascending. */
async function soldNumbers(ctx: Ctx, rifa: number): Promise<string[]> {
  const course = await followKept(ctx.db.read, rifa)
  if (!course) throw new Error('its list is not frozen')
  const { tickets } = course.frozen
  return Promise.all(Array.from({ length: tickets.count }, async (_, place) => (await tickets.at(place)).numero))
}
