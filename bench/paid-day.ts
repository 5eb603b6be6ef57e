import sharp from 'sharp'
import type { Line } from '#money/server/bank/statements/testing/write-statements.ts'
import { addedMethod } from '#payment-methods/contract.ts'
import { addMethod, changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, type CalendarDate, dayInCaracas, type Instant, systemClock } from '#platform/clock.ts'
import { centsOf, type Money, type Rate, times, toBolivares } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED } from '#platform/server/testing/soak.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { bankCapture, EDITS, writtenBy } from '#review/server/testing/bank-captures.ts'
import type { Home } from './engines.ts'
import { ACTOR, openShop, sellRaffle } from './shop.ts'

const [YESTERDAY, TODAY] = ['660.0000', '671.4235'] as [Rate, Rate]
const DAY = 86_400_000
const PRICE = '5.00' as Money
const [MOVIL, ZELLE, TRANSFER] = [1, 2, 6]
/** Accounts whose statements are read; none reports Zelle. */
export const ACCOUNTS = [
  { metodo_id: MOVIL, archivo: 'bdv.xlsx' },
  { metodo_id: TRANSFER, archivo: 'mercantil.xlsx' },
] as const

/** Kinds of reports of a day, and those that nobody may confirm with one tap. */
export const KINDS = {
  good: { count: 248, zelle: 48, trap: false, what: 'paid as asked' },
  short: { count: 20, zelle: 0, trap: false, what: 'four or six digits of the reference' },
  rate: { count: 20, zelle: 0, trap: false, what: "at yesterday's rate, yesterday" },
  payer: { count: 16, zelle: 0, trap: false, what: 'paid by somebody else' },
  other: { count: 8, zelle: 0, trap: false, what: "to the house's other account" },
  typo: { count: 8, zelle: 0, trap: false, what: 'one digit of the reference is wrong' },
  amount: { count: 20, zelle: 0, trap: true, what: 'another amount came' },
  stolen: { count: 16, zelle: 4, trap: true, what: "with another's reference" },
  reused: { count: 16, zelle: 4, trap: true, what: "with another's capture, edited" },
  fake: { count: 12, zelle: 0, trap: true, what: 'nothing was paid' },
  twice: { count: 16, zelle: 8, trap: true, what: 'the same payment sent again' },
} as const
export type Kind = keyof typeof KINDS

export interface Report {
  kind: Kind
  fields: Record<string, string>
  /** A capture of a bank's app where others show it again; else a picture without a word, which is drawn in no time. */
  capture(): Promise<Buffer>
  /** Whether a statement says that it was paid. */
  paid: boolean
}

/** The bench's shop with accounts at Banco de Venezuela and Mercantil, a Zelle, and a rate that was another one yesterday. */
export async function openPaidShop(home: Home): Promise<Ctx> {
  const ctx = await openShop(home)
  const yesterday = { ...ctx, clock: { now: () => (systemClock.now() - DAY) as Instant } }
  await setFixedRate(yesterday, YESTERDAY, { actor: ACTOR })
  await setFixedRate(ctx, TODAY, { actor: ACTOR })
  await changeMethod(ctx, MOVIL, { banco: '0102 Banco de Venezuela' }, ACTOR)
  const zelle = {
    email: 'pagos@ejemplo.test',
    nombre: 'Inversiones Ejemplo, C.A.',
    paginas: ['A' as const, 'B' as const],
  }
  await changeMethod(ctx, ZELLE, zelle, ACTOR)
  const account = { titulo: 'Cuenta', numeroCuenta: '0105-0000-0000-0000-0001', cedula: 'J-12345678-9', nombre: 'Ana' }
  const added = { forma: 'transferencia', banco: '0105 Mercantil', paginas: ['A', 'B'], ...account }
  const id = await addMethod(ctx, addedMethod.parse(added), ACTOR)
  if (id !== TRANSFER) throw new Error(`the account at Mercantil is ${id}`)
  await sellRaffle(ctx, 10_000)
  return ctx
}

const FIRST =
  'Ana Luis Carla Pedro Rosa Juan Marta Simón Elena Iván Julia Óscar Nora Raúl Irene Hugo Alba Félix Sara Tomás'
const FAMILY =
  'Pérez Mendoza Rojas Silva Rivas Mora León Peña Salas Vera Castro Díaz Lugo Marín Nieves Ortiz Prado Quero Ruiz Soto'

/** 400 reports, those behind them that copy others at the end, and the money that came in, by account. */
export function inventDay(): { reports: Report[]; lines: (Line & { cuenta: number })[] } {
  const random = seededRandom(SEED)
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
  const today = dayInCaracas(systemClock.now())
  const lines: (Line & { cuenta: number })[] = []
  const reports: Report[] = []
  const shownAgain = new Set<Report>()
  let turn = 0

  function pay(cuenta: number, dia: CalendarDate, referencia: string, centimos: number, who: Record<string, string>) {
    const texto =
      cuenta === MOVIL
        ? `PAGOMOVIL OTROS BANCOS 0134 ${who['telefono']}`
        : `TRF.OB 0174 ${who['cedula']?.replace('V', 'V0')} ${who['nombre']?.toUpperCase()}`
    lines.push({ cuenta, dia, referencia, texto, centimos })
  }
  const person = (at: number) => ({
    nombre: `${FIRST.split(' ')[at % 20]} ${FAMILY.split(' ')[Math.floor(at / 20) % 20]}`,
    cedula: `V${8_000_000 + at * 7_919}`,
    telefono: `0414${String(1_000_000 + at * 7_919).slice(-7)}`,
    correo: `persona${at}@ejemplo.test`,
  })

  function make(kind: Kind, zelle: boolean, at: number): Report {
    const number = turn++
    const goods = reports.filter(
      (one) => one.kind === 'good' && one.fields['metodo_id'] === String(zelle ? ZELLE : MOVIL),
    )
    const copied = goods[at * 2]
    if (kind === 'twice' && copied) return { ...copied, kind, paid: false }
    const method = zelle ? ZELLE : kind === 'good' && number % 3 === 0 ? TRANSFER : MOVIL
    const tickets = 2 + random.below(4)
    const who = person(number)
    const receipt = zelle ? `${digits(4)}WF${digits(5)}` : `000${1 + random.below(9)}${digits(8)}`
    const owed = Number(centsOf(toBolivares(times(PRICE, tickets), kind === 'rate' ? YESTERDAY : TODAY)))
    const dia = kind === 'rate' ? addDays(today, -1) : today
    const paid = !zelle && !['stolen', 'reused', 'fake'].includes(kind)
    if (paid) {
      const payer = kind === 'payer' ? person(number + 500) : who
      const came = kind === 'amount' ? Math.round(owed * (0.5 + random.below(40) / 100)) : owed
      pay(
        kind === 'other' ? TRANSFER : method,
        dia,
        method === MOVIL ? `0050${receipt.slice(-9)}` : receipt,
        came,
        payer,
      )
    }
    const wrong = receipt.slice(0, -3) + ((Number(receipt.at(-3)) + 1) % 10) + receipt.slice(-2)
    const referencia = {
      short: receipt.slice(at % 2 === 0 ? -4 : -6),
      typo: wrong,
      stolen: copied?.fields['referencia'],
    }[kind as string]
    const edits = Object.values(EDITS)
    const shown = kind === 'reused' ? copied : undefined
    if (shown) shownAgain.add(shown)
    const report: Report = {
      kind,
      paid,
      capture: shown
        ? async () => (edits[at % edits.length] ?? (async (one) => one))(await shown.capture())
        : () => (shownAgain.has(report) ? bankCapture(writtenBy(SEED + number)) : blank(number)),
      fields: {
        ...who,
        id_rifa: '1',
        cantidad_tickets: String(tickets),
        total: times(PRICE, tickets),
        referencia: referencia ?? receipt,
        fecha: dia,
        status: 'en revision',
        metodo_pago: { [MOVIL]: 'Pago Movil', [ZELLE]: 'Zelle', [TRANSFER]: 'Transferencia Bancaria' }[method] ?? '',
        metodo_id: String(method),
      },
    }
    return report
  }

  for (const [kind, { count, zelle }] of Object.entries(KINDS))
    for (let at = 0; at < count; at++) reports.push(make(kind as Kind, at < zelle, at))
  // Commissions, and money that nobody reports.
  for (const [at, { cuenta, dia, referencia, centimos }] of lines.slice(0, 40).entries()) {
    const fee = { referencia, texto: 'COMISION PAGO MOVIL', centimos: -Math.round(centimos / 333) }
    const stranger = { referencia: `0050${digits(9)}`, texto: 'ABONO', centimos: 1 + random.below(900_000) }
    lines.push({ cuenta, dia, ...(at % 4 === 0 ? stranger : fee) })
  }
  return { reports, lines }
}

/** A picture like no other. */
function blank(number: number): Promise<Buffer> {
  const background = { r: number & 255, g: number >> 8, b: 200 }
  return sharp({ create: { width: 40, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Holds tickets and reports their payment, as a buyer does. @returns the purchase's id; null where the shop says that it has it already. */
export async function sendReport(address: string, { fields, capture }: Report): Promise<number | null> {
  const held = await fetch(`${address}/api/rifas/1/apartados`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cantidad_tickets: Number(fields['cantidad_tickets']) }),
  })
  if (!held.ok) throw new Error(`a hold was answered ${held.status}: ${await held.text()}`)
  const form = new FormData()
  form.set('apartado', ((await held.json()) as { token: string }).token)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('comprobante', new Blob([new Uint8Array(await capture())], { type: 'image/png' }), 'pago.png')
  const answer = await fetch(`${address}/api/rifas/participantes`, { method: 'POST', body: form })
  if (answer.status === 409) return null
  if (!answer.ok) throw new Error(`a report was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: number }).id
}
