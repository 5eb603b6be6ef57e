import { createHash } from 'node:crypto'
import type { MethodKind } from '#payment-methods/methods.ts'
import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { after, dayInCaracas, MINUTE } from '#platform/clock.ts'
import { formatBolivares, formatDollars, type Money } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { randomId } from '#platform/server/random.ts'
import { fingerprint, reportPurchase } from '#purchases/server/report/report-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { takeHold } from '#tickets/server/hold/take-hold.ts'
import { at } from './sample-raffle.ts'

/** Invented people. */
const NAMES = [
  'Yusmary Bracho',
  'José Luis Parra',
  'Dayana Rincón',
  'Mileidy Quintero',
  'Anderson Villalobos',
  'Rosángela Piña',
  'Wilmer Chacín',
  'Génesis Urdaneta',
  'Franyer Colina',
  'Nohelia Barboza',
  'Edixon Graterol',
  'Maryori Sulbarán',
  'Eduardo Leal',
  'Carla Mendoza',
]
export const PEOPLE = NAMES.length

interface Sale {
  rifa_id: number
  cantidad: number
  metodo: MethodKind
  confirmed: boolean
}
/** Minutes ago. */
type Recent = Sale & { ago: number }

const CONFIRMED: Recent[] = Array.from({ length: 24 }, (_, index) => ({
  rifa_id: index % 4 === 3 ? 2 : 1,
  cantidad: index % 4 === 3 ? 40 : 100,
  metodo: 'pago_movil' as const,
  ago: 3_000 - index * 110,
  confirmed: true,
}))
const IN_REVIEW: Recent[] = [
  { rifa_id: 1, cantidad: 10, metodo: 'pago_movil', ago: 36, confirmed: false },
  { rifa_id: 2, cantidad: 4, metodo: 'zelle', ago: 31, confirmed: false },
  { rifa_id: 1, cantidad: 6, metodo: 'pago_movil', ago: 24, confirmed: false },
  { rifa_id: 2, cantidad: 8, metodo: 'binance', ago: 19, confirmed: false },
  { rifa_id: 1, cantidad: 20, metodo: 'pago_movil', ago: 12, confirmed: false },
  { rifa_id: 1, cantidad: 5, metodo: 'pago_movil', ago: 4, confirmed: false },
]

/** Sells to invented people, some confirmed and some waiting for a review, through the operations that visitors use. */
export async function sellSamples(ctx: Ctx): Promise<void> {
  for (const [index, sale] of [...CONFIRMED, ...IN_REVIEW].entries()) {
    await sell(at(ctx, after(ctx.clock.now(), -sale.ago * MINUTE)), sale, index)
  }
}

/** One purchase, now. @param index another one each time: the buyer and the kind of payment follow from it */
export async function sell(ctx: Ctx, sale: Sale, index: number): Promise<void> {
  const purchase = await report(ctx, sale, index)
  if (sale.confirmed) await approvePurchase(ctx, purchase.id, 1, { actor: { id: null, nombre: 'Marisela Ortiz' } })
}

async function report(ctx: Ctx, sale: Sale, index: number) {
  const { token, cotizacion } = await takeHold(ctx, sale.rifa_id, { cantidad_tickets: sale.cantidad })
  const nombre = NAMES[index % PEOPLE] ?? ''
  const referencia = String(8_190_029_540_000 + index * 7_919)
    .slice(-11)
    .padStart(12, '0')
  const inDollars = sale.metodo !== 'pago_movil'
  const amount = (inDollars ? cotizacion.total_usd : cotizacion.total_bs) as Money
  const picture = await drawCapture({
    method: METHOD_TITLES[sale.metodo],
    amount: inDollars ? formatDollars(amount) : formatBolivares(amount),
    reference: referencia,
    day: dayInCaracas(ctx.clock.now()),
  })
  const id = randomId(ctx.random)
  const file = await ctx.files.receive(id)
  await file.write(picture)
  const sha256 = createHash('sha256').update(picture).digest('hex')
  const proof = { id, nombre: 'captura_pago.jpg', tipo: 'image/jpeg' as const, bytes: picture.length, sha256, file }
  return reportPurchase(
    ctx,
    {
      rifa_id: sale.rifa_id,
      cantidad_tickets: sale.cantidad,
      total: cotizacion.total,
      nombre,
      cedula: `V${99_000_000 + (index % PEOPLE) * 7_321}`,
      telefono: `0414000${String(1_000 + index).slice(-4)}`,
      correo: `persona${(index % PEOPLE) + 1}@ejemplo.test`,
      referencia,
      fecha: dayInCaracas(ctx.clock.now()),
      metodo_pago: sale.metodo,
      numeros: null,
      apartado: token,
      terminos: '1',
      tasa_no_verificada: false,
    },
    proof,
    { clave: `muestra-${index}`, huella: fingerprint({}, proof) },
  )
}

/** The capture of a bank that does not exist. */
async function drawCapture(shown: { method: string; amount: string; reference: string; day: string }): Promise<Buffer> {
  const rows = [
    ['Operación', shown.method],
    ['Referencia', shown.reference],
    ['Fecha', shown.day.split('-').reverse().join('/')],
    ['Concepto', 'rifa'],
  ]
  const lines = rows
    .map(
      ([label, value], row) =>
        `<text x="60" y="${720 + row * 90}" fill="#68716c" font-size="30">${label}</text>` +
        `<text x="660" y="${720 + row * 90}" fill="#1a211d" font-size="30" text-anchor="end">${value}</text>` +
        `<path d="M60 ${750 + row * 90}H660" stroke="#d9dedb" stroke-width="2"/>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280" font-family="Roboto, Helvetica, Arial, sans-serif">
    <rect width="720" height="1280" fill="#f4f6f4"/><rect width="720" height="330" fill="#1d5a52"/>
    <text x="360" y="110" fill="#fff" font-size="40" text-anchor="middle" font-weight="600">Turpial Móvil</text>
    <circle cx="360" cy="330" r="84" fill="#f4f6f4"/><circle cx="360" cy="330" r="66" fill="#1f9d63"/>
    <path d="M330 332l22 22 40-44" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>
    <text x="360" y="500" fill="#68716c" font-size="32" text-anchor="middle">Monto</text>
    <text x="360" y="570" fill="#141a17" font-size="64" font-weight="600" text-anchor="middle">${shown.amount}</text>
    ${lines}</svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
