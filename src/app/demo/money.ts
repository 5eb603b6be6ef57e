import type { Operator } from '#access/contract.ts'
import { keepPasted } from '#movements/server/receipts/paste-notices.ts'
import { importStatement } from '#movements/server/statements/import-statement.ts'
import { addDays, type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { centsOf, formatAmount, type Money, moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

const PAGO_MOVIL = 1
/** Céntimos more than was reported, by the turn of the report among those in review that were paid by Pago Móvil. */
const DIFFERS: Record<number, bigint> = { 1: -200_000n, 2: 150_000n }
/** Confirmed, and of no money that came in. */
const UNSEEN = 5

/** The account's last days as its bank and a phone tell them: what backs most reports, and not all of it as it was reported. */
export async function bringMoney(ctx: Ctx, owner: Operator): Promise<void> {
  const now = ctx.clock.now()
  const today = dayInCaracas(now)
  const rows = [...(await listPaid(ctx)), ...unreported(today)]
  const lines = rows.map(({ fecha, referencia, texto, credito, debito }) =>
    [fecha.split('-').reverse().join('/'), referencia, texto, debito ?? '', credito ?? ''].join(';'),
  )
  const bytes = Buffer.from(['Fecha;Referencia;Descripción;Débito;Crédito', ...lines, ''].join('\r\n'))
  await importStatement(ctx, { metodo_id: PAGO_MOVIL, mapa: null, nombre: 'movimientos.csv', bytes }, owner)
  const [year, month, day] = today.split('-')
  const texto = `BANESCO REGISTRO: Pago recibido a traves de Pago Movil de ROJAS M por Bs. 10071.35 el ${day}/${month}/${year}; 00:01 REF 090031000555.`
  await keepPasted(ctx, owner, { metodo_id: PAGO_MOVIL, texto })
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

/** Credits of what was paid into the account, oldest first. */
async function listPaid({ db: { read } }: Ctx): Promise<Row[]> {
  const paid = await read
    .selectFrom('purchases')
    .select(['estado', 'fecha', 'referencia', 'monto'])
    .where('metodo_pago', '=', 'pago_movil')
    .where('rifa_id', 'in', [1, 2])
    .orderBy('id')
    .execute()
  const confirmed = paid.filter(({ estado }) => estado === 'confirmado').filter((_, turn) => turn !== UNSEEN)
  const reviewed = paid.filter(({ estado }) => estado === 'en revision')
  const credit = (monto: string | null, more = 0n) =>
    formatAmount(moneyOfCents(centsOf((monto ?? '0.00') as Money) + more))
  return [
    ...confirmed.map(({ monto, ...row }) => ({ ...row, credito: credit(monto) })),
    ...reviewed.map(({ monto, ...row }, turn) => ({ ...row, credito: credit(monto, DIFFERS[turn]) })),
  ].map(({ fecha, referencia, credito }) => ({ fecha, referencia, credito, texto: 'PAGO MOVIL RECIBIDO' }))
}

/** Money that nobody has reported, and what the bank took. */
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
