import { expect, test } from 'vitest'
import { confirmAll, look, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { bringHere, previewHere } from '#app/server/testing/money/statement-shop.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Reconciliation } from '../../../contract.ts'

const NAMES = 'Fecha;Referencia;Descripcion;Cargo;Abono'
const STATES = `${NAMES};Estado`
const [FIRST, SECOND] = ['000030906155', '000030906199']
const IN = `D;${FIRST};PAGO MOVIL;;6714,24`
const FEE = 'D;9;COM;1,00;'
const paid = (number: string) => `D;${number};PAGO MOVIL;;6714,24`
/** Two numbers of each payment: the account's own, and that of another column. */
const [own, other] = [(n: number) => `00003090${6000 + n * 7}`, (n: number) => `5551112${2000 + n * 13}`]

onSqlite('a payment that another row contradicts', (setup) => {
  const open = async () => {
    const shop = await openMoneyShop(setup)
    const dayIn = (days: number) => addDays(dayInCaracas(shop.ctx.clock.now()), days).split('-').reverse().join('/')
    const put = (row: string) => row.replace(/\bD\b/g, dayIn(0)).replace(/\bW\b/g, dayIn(17))
    const bytes = (...rows: string[]) => Buffer.from(`${rows.map(put).join('\n')}\n`)
    const bring = (...rows: string[]) => bringHere(shop, bytes(...rows))
    const reversed = async () => (await look<Reconciliation>(shop, '')).revertidos.length
    const answerYes = async (...rows: string[]) => {
      const { mapa, preguntas } = await previewHere(shop, bytes(...rows))
      if (!mapa) throw new Error('no columns')
      const palabras = Object.fromEntries(preguntas.map(({ clave }) => [clave, true]))
      return bringHere(shop, bytes(...rows), { ...mapa, palabras })
    }
    return { shop, bytes, bring, reversed, answerYes, id: await pay(shop, '30906155') }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  test.each([
    ['Reversada', 'PAGO MOVIL'],
    ['Devuelta', 'PAGO MOVIL'],
    ['Reverso procesado', 'PAGO MOVIL'],
    ['Reversada por el banco', 'PAGO MOVIL'],
    ['Devolución por cuenta cerrada', 'PAGO MOVIL'],
    ['Procesada', 'PAGO MOVIL RECIBIDO OTROS BANCOS REVERSADO'],
  ])('a later file says «%s» and «%s», where the commission has its number', async (state, words) => {
    const { shop, bytes, bring, reversed } = await open()
    const file = (row: string) => [STATES, row, `D;${FIRST};COMISION PAGO MOVIL;20,14;;Procesada`]
    const later = file(`D;${FIRST};${words};;6714,24;${state}`)
    await bring(...file(`${IN};Procesada`))
    // What is set aside is no row of the file.
    const { filas } = await previewHere(shop, bytes(...later))
    expect(filas.map(({ concepto }) => concepto)).toEqual(['COMISION PAGO MOVIL'])
    expect(await bring(...later)).toMatchObject({ nuevos: 1, omitidos: 1, leidos: 1 })
    expect(await confirmAll(shop)).toEqual([])
    expect(await reversed()).toBe(0)
    // The same file once more adds nothing.
    expect(await bring(...later)).toMatchObject({ nuevos: 0 })
  })

  test('after its confirmation the owners are told', async () => {
    const { shop, bring, reversed, id } = await open()
    await bring(NAMES, IN)
    expect(await confirmAll(shop)).toEqual([id])
    await bring(STATES, `${IN};Reversada`)
    expect(await reversed()).toBe(1)
  })

  test.each(['Pendiente', 'Reverso rechazado', 'Reverso por procesar', 'Por reversar'])(
    'control: one that a later file calls «%s» stays, and so does a second try in one file',
    async (state) => {
      const { shop, bring, id } = await open()
      await bring(STATES, `${IN};Procesada`)
      await bring(STATES, `${IN};${state}`, `${FEE};Procesada`)
      await bring(STATES, `${IN};Procesada`, `D;${FIRST};PM;;6714,24;Rechazada`)
      expect(await confirmAll(shop)).toEqual([id])
    },
  )

  test.each([
    ...['PAGO MOVIL REVERSADO', 'PAGO MOVIL DEVUELTO', 'REVERSION ABONO', 'REV PAGO MOVIL', 'CHEQUE DEVUELTO'],
    ...['PAGO MOVIL RECHAZADO', 'DEVOLUCION CHEQUE DEPOSITADO', 'PAGO MOVIL'],
  ])('the same file has its debit as «%s»', async (words) => {
    const { shop, bring } = await open()
    await bring(STATES, `${IN};Procesada`, `D;${FIRST};${words};6714,24;;Reversada`)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each([
    ['a negative credit', NAMES, IN, `D;${FIRST};REVERSO PAGO MOVIL;;-6714,24`],
    ['a credit in parentheses', NAMES, IN, `D;${FIRST};REVERSO PAGO MOVIL;;(6714,24)`],
    [
      'a signed note',
      'Fecha;Referencia;Descripcion;Tipo;Monto',
      `D;${FIRST};PM;NC;6714,24`,
      `D;${FIRST};REVERSO NC;NC;-6714,24`,
    ],
    ['a second row that is reversed', STATES, `${IN};Procesada`, `${IN};Reversada`],
    ['a second row with such words', NAMES, IN, `D;${FIRST};PAGO MOVIL REVERSADO;;6714,24`],
  ])('the same file has %s', async (_, names, credit, back) => {
    const { shop, bring } = await open()
    await bring(names, credit, back)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each([
    ['Concepto', 'rifa', 'boleto anulado 5'],
    ['Notas', '', 'por confirmar boletos'],
    ['Memo', 'rifa', 'pending tickets'],
  ])('a note of «%s» is asked about, and the row without it is exact', async (name, note, doubtful) => {
    const { shop, bring, answerYes, id } = await open()
    const second = await pay(shop, '30906199')
    const rows = [`${NAMES};${name}`, `${IN};${note}`, `${paid(SECOND)};${doubtful}`, `${FEE};`]
    expect(await bring(...rows)).toMatchObject({ nuevos: 2, omitidos: 0, rechazados: 1 })
    expect(await confirmAll(shop)).toEqual([id])
    await answerYes(...rows)
    expect(await confirmAll(shop)).toEqual([second])
  })

  test.each([
    ['Fecha abono', 'D', ''],
    ['Fecha de disponibilidad', 'D', '30/12/2026'],
    ['Fecha de acreditación', 'D', '15 dic 2026'],
    ['Fecha de procesamiento', 'D', ''],
    ['Fecha valor', 'D', 'W'],
    ['Fecha valor', 'D', 'Pendiente'],
    ['Disponible el', 'D', 'W'],
    ['Disponibilidad', 'Inmediata', '24 horas'],
    ['Abonado', 'Sí', ''],
    ['Monto liquidado', '6714,24', '0,00'],
    ['estadoTransaccion', 'A', 'R'],
    ['Est', 'A', 'R'],
    ['Fase', 'Liquidado', 'En cámara'],
    ['Motivo', 'D', 'Cuenta cerrada'],
    ['Motivo', '', 'Fondos insuficientes'],
  ])('a column «%s», «%s» of what came: «%s» does not count', async (name, yes, not) => {
    const { shop, bring } = await open()
    const second = await pay(shop, '30906199')
    await bring(`${NAMES};${name}`, `${IN};${yes}`, `${paid(SECOND)};${not}`)
    expect(await confirmAll(shop)).not.toContain(second)
  })

  test('control: where the names of the columns only look otherwise, its number is known, and new payments are new', async () => {
    const { shop, bring } = await open()
    const ids: number[] = []
    for (const n of [1, 2, 3, 4, 5]) ids.push(await pay(shop, own(n)))
    await bring(NAMES, ...[1, 2, 3].map((n) => paid(own(n))), FEE)
    const again = await bring(NAMES.toUpperCase(), ...[5, 4, 3].map((n) => paid(own(n))), FEE)
    expect(again).toMatchObject({ nuevos: 2, posibles: 0 })
    expect((await confirmAll(shop)).sort()).toEqual(ids)
  })

  test('one payment in two forms, each with a number of its own, confirms one purchase', async () => {
    const { shop, bring } = await open()
    await pay(shop, other(1))
    await bring('Fecha;Referencia;Nro. Operación;Descripcion;Cargo;Abono', `D;${FIRST};${other(1)};PAGO MOVIL;;6714,24`)
    await bring('Fecha;Nro. Operación;Descripcion;Cargo;Abono', paid(other(1)))
    expect((await confirmAll(shop)).length).toBeLessThan(2)
  })

  /** In other bytes each time, as a bank's page gives it, by the column of references that a person chose. */
  const readBy = ({ shop, bytes }: Opened, referencia: number, order: readonly number[]) => {
    const rows = order.map((n) => `D;${own(n)};${other(n)};PAGO MOVIL;;6714,24`)
    const columnas = { fecha: 0, referencia, descripcion: 3, debito: 4, credito: 5 }
    const file = bytes(
      `Emitido por la columna ${referencia}`,
      'Fecha;Referencia;Documento;Descripcion;Cargo;Abono',
      ...rows,
    )
    return bringHere(shop, file, { cabecera: 2, columnas, montos: 'auto', fechas: 'auto' })
  }

  test('read again by another column, payments are not exact a second time, and new ones are', async () => {
    const opened = await open()
    const { shop } = opened
    const ids: number[] = []
    for (const number of [own(1), own(2), other(1), other(2), other(3), other(4)]) ids.push(await pay(shop, number))
    await readBy(opened, 1, [1, 2])
    await readBy(opened, 2, [1, 2, 3, 4])
    expect(await confirmAll(shop)).toEqual(ids.filter((_, at) => at < 2 || at > 3))
  })

  test('rows that were refused and are answered later are nobody’s repetition', async () => {
    const { bring, answerYes } = await open()
    const rows = Array.from({ length: 8 }, (_, at) => `D;7712309${1000 + at};PM;${at < 4 ? 'NC' : 'Zumbido'};6714,24`)
    const file = ['Fecha;Referencia;Descripcion;Tipo;Monto', ...rows, 'D;1;COM;ND;1,00']
    expect(await bring(...file)).toMatchObject({ nuevos: 5, rechazados: 4 })
    expect(await answerYes(...file)).toMatchObject({ nuevos: 4, posibles: 0 })
  })
})
