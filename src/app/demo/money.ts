import type { Operator } from '#access/contract.ts'
import { keepPasted } from '#movements/server/receipts/paste-notices.ts'
import { importStatement } from '#movements/server/statements/import-statement.ts'
import { addDays, type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { centsOf, formatAmount, type Money, moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

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
export async function bringMoney(ctx: Ctx, owner: Operator): Promise<void> {
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
