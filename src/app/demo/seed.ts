import type { Operator } from '#access/contract.ts'
import { keepPasted } from '#money/server/bank/receipts/paste-notices.ts'
import { importStatement } from '#money/server/bank/statements/import-statement.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, after, type CalendarDate, DAY, dayInCaracas } from '#platform/clock.ts'
import { centsOf, formatAmount, type Money, moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { recordDraw } from '#raffles/server/settle-raffle.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import { enterRate } from '#rates/server/set-rate.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { viewDrawer } from '#review/server/drawing/drawer.ts'
import { createProofMarker } from '#review/server/proof/mark-proofs.ts'
import { changeSite } from '#site/server/change-site.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { listPeople, seedDraws } from './draws.ts'
import { sellSamples } from './sales.ts'
import { ACTOR, at, createWithImage } from './sample-raffle.ts'

/**
 * Fills an empty database with sample data, through the product's own operations; a filled one stays as it is.
 * @param begins called before it is filled
 */
export async function seedDemo(ctx: Ctx, begins: () => void = () => {}): Promise<void> {
  const today = dayInCaracas(ctx.clock.now())
  if (!(await currentRate(ctx))?.vigente) {
    // The samples were sold in the last days.
    for (const fecha_valor of [addDays(today, -3), today])
      await enterRate(ctx, { referencia: 'bcv_euro', tasa: '671.4235', fecha_valor }, { actor: ACTOR })
  }
  const raffles = await listRaffles(ctx.db.read, ['borrador', 'publicada', 'cerrada', 'sorteada'])
  if (raffles.length > 0) return
  begins()
  await changeSite(ctx, SITE, ACTOR)
  await openMethods(ctx)

  await openRaffle(ctx, 'pickup', 'Camioneta de doble cabina sobre un camino de montaña', {
    titulo: 'Camioneta 4×4 cero kilómetro',
    premio: 'Camioneta 4×4 doble cabina',
    descripcion:
      'Doble cabina, automática, cero kilómetro. Incluye placas, un año de seguro y traslado a cualquier estado del país.\n\nSe entrega en Caracas dentro de los 10 días siguientes al sorteo, con la presencia de un notario.',
    precio: '5.00',
    fecha: addDays(today, 28),
    seleccion: 'ambas',
  })
  await openRaffle(ctx, 'moto', 'Moto de calle al atardecer', {
    titulo: 'Moto 200 cc',
    descripcion:
      'Moto de calle, 200 centímetros cúbicos, color arena. Incluye casco y documentos a nombre del ganador.',
    precio: '1300.00',
    moneda: 'VES',
    total_numeros: 1_000,
  })
  await finishRaffle(ctx, 'telefono', 'Teléfono con la pantalla encendida', '0883', 'José T.', {
    titulo: 'Teléfono de 256 GB',
    precio: '3.00',
    fecha: addDays(today, -35),
  })
  await finishRaffle(ctx, 'nevera', 'Nevera de dos puertas', '8216', '', {
    titulo: 'Nevera de dos puertas',
    precio: '1.00',
    fecha: addDays(today, -77),
  })
  await seedDraws(ctx)
  await sellSamples(ctx)
  const [owner] = await listPeople(ctx)
  if (owner) await bringMoney(ctx, owner)
  // The desk opens with pictures that are compared already.
  await createProofMarker(ctx, viewDrawer)()
}

const SITE = {
  nombre: 'Rifas La Ceiba',
  whatsapp: '584000000000',
  redes: [
    { nombre: 'Instagram', enlace: 'https://www.instagram.com/' },
    { nombre: 'TikTok', enlace: 'https://www.tiktok.com/' },
  ],
  credito: 'Estudio Ejemplo',
  operador: 'Inversiones Ejemplo, C.A.',
  rif: 'J-00000000-0',
  autorizacion: '000-2026 (datos inventados)',
}

/** Accounts that nobody has: 0400 is no mobile prefix, `.test` no domain. */
async function openMethods(ctx: Ctx): Promise<void> {
  const nombre = 'Inversiones Ejemplo, C.A.'
  const instrucciones = 'Paga desde una cuenta a tu nombre y guarda el comprobante: lo subes aquí abajo.'
  await changeMethod(
    ctx,
    1,
    { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre, instrucciones, paginas: ['A', 'B'] },
    ACTOR,
  )
  await changeMethod(ctx, 2, { email: 'pagos@ejemplo.test', nombre, paginas: ['B'] }, ACTOR)
  await changeMethod(ctx, 3, { email: 'binance@ejemplo.test', nombre, paginas: ['B'] }, ACTOR)
}

async function openRaffle(ctx: Ctx, drawing: string, alt: string, raffle: Partial<NewRaffle>): Promise<void> {
  await publishRaffle(ctx, await createWithImage(ctx, drawing, alt, raffle), ACTOR)
}

/** A raffle that was drawn before this installation began: it has a result, and no sales. */
async function finishRaffle(
  ctx: Ctx,
  drawing: string,
  alt: string,
  numero_ganador: string,
  ganador: string,
  raffle: Partial<NewRaffle>,
): Promise<void> {
  const created = at(ctx, after(ctx.clock.now(), -90 * DAY))
  const id = await createWithImage(created, drawing, alt, raffle)
  await publishRaffle(created, id, ACTOR)
  const drawn = at(ctx, after(ctx.clock.now(), -75 * DAY))
  await moveRaffle(drawn, ticketsOfRaffle, id, 'cerrar', ACTOR)
  await recordDraw(drawn, ticketsOfRaffle, id, ACTOR, async () => ({ numero_ganador, ganador }))
}

/** Accounts of the sample, with statements. */
const ACCOUNTS = [
  { metodo_id: 1, metodo: 'pago_movil', nombre: 'movimientos.csv', texto: 'PAGO MOVIL RECIBIDO' },
  { metodo_id: 3, metodo: 'binance', nombre: 'binance.csv', texto: 'Pay' },
] as const
type Account = (typeof ACCOUNTS)[number]
/** Cents more than was reported, of the newest report in review of an account: one is too little, one too much. */
const MORE: Record<Account['metodo'], bigint> = { pago_movil: -200_000n, binance: 100n }
/** Confirmed, and of no money that came in. */
const UNSEEN = 5

/** The last days' money, from banks and a phone: it covers most reports, with some differences. */
async function bringMoney(ctx: Ctx, owner: Operator): Promise<void> {
  const today = dayInCaracas(ctx.clock.now())
  for (const account of ACCOUNTS) {
    const rows = [...(await listPaid(ctx, account)), ...(account.metodo === 'pago_movil' ? unreported(today) : [])]
    const lines = rows.map(({ fecha, referencia, texto, credito, debito }) =>
      [fecha.split('-').reverse().join('/'), referencia, texto, debito ?? '', credito ?? ''].join(';'),
    )
    const bytes = Buffer.from(['Fecha;Referencia;Descripción;Débito;Crédito', ...lines, ''].join('\r\n'))
    await importStatement(ctx, { ...account, mapa: null, bytes }, owner)
  }
  const [year, month, day] = today.split('-')
  const texto = `BANESCO REGISTRO: Pago recibido a traves de Pago Movil de ROJAS M por Bs. 10071.35 el ${day}/${month}/${year}; 00:01 REF 090031000555.`
  await keepPasted(ctx, owner, { metodo_id: ACCOUNTS[0].metodo_id, texto })
  // The workers would do it in the first second, before or after somebody looks.
  await createMoneyWatch(ctx)()
}

interface Row {
  fecha: string
  referencia: string
  texto: string
  credito?: string
  debito?: string
}

/** Credits of payments into the account, oldest first. */
async function listPaid({ db: { read } }: Ctx, { metodo, texto }: Account): Promise<Row[]> {
  const paid = await read
    .selectFrom('purchases')
    .select(['estado', 'fecha', 'referencia', 'monto'])
    .where('metodo_pago', '=', metodo)
    .where('rifa_id', 'in', [1, 2])
    .where('estado', 'in', ['confirmado', 'en revision'])
    .orderBy('id')
    .execute()
  return paid
    .map(({ fecha, referencia, monto }, turn) => {
      const more = turn === paid.length - 1 ? MORE[metodo] : 0n
      const credito = formatAmount(moneyOfCents(centsOf((monto ?? '0.00') as Money) + more))
      return { fecha, referencia, credito, texto }
    })
    .filter((_, turn) => turn !== UNSEEN)
}

/** Unreported money, and the bank's fees. */
function unreported(today: CalendarDate): Row[] {
  const yesterday = addDays(today, -1)
  return [
    { fecha: yesterday, referencia: '090031000111', texto: 'PAGO MOVIL RECIBIDO 0412-0000311', credito: '6.714,24' },
    {
      fecha: yesterday,
      referencia: '090031000222',
      texto: 'TRF DE OTROS BANCOS V00456789 CARMEN RIVAS',
      credito: '26.000,00',
    },
    { fecha: today, referencia: '090031000333', texto: 'DEPOSITO EN EFECTIVO', credito: '3.357,12' },
    { fecha: today, referencia: '090031000444', texto: 'COMISION PAGO MOVIL', debito: '100,71' },
  ]
}
