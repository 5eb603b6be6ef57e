import { expect, test } from 'vitest'
import { confirmAll, look, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { bringHere, previewHere } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { importStatement } from './import-statement.ts'

const NAMES = 'Fecha;Referencia;Descripcion;Cargo;Abono'
const STATES = `${NAMES};Estado`
const FEE = 'D;9;COM;1,00;'
const [FIRST, SECOND] = ['000030906155', '000030906199']
const IN = `D;${FIRST};PAGO MOVIL;;6714,24`

onSqlite('a payment that another row contradicts', (setup) => {
  const open = async () => {
    const shop = await openMoneyShop(setup)
    const dayIn = (days: number) => addDays(dayInCaracas(shop.ctx.clock.now()), days).split('-').reverse().join('/')
    const put = (row: string) => row.replace(/\bD\b/g, dayIn(0)).replace(/\bW\b/g, dayIn(17))
    const bytes = (...rows: string[]) => Buffer.from(`${rows.map(put).join('\n')}\n`)
    const bring = (...rows: string[]) => bringHere(shop, bytes(...rows))
    return { shop, bytes, bring, id: await pay(shop, '30906155') }
  }

  test.each([
    ['Reversada', 'PAGO MOVIL'],
    ['Reverso', 'PAGO MOVIL'],
    ['Devolución', 'PAGO MOVIL'],
    ['Con reverso', 'PAGO MOVIL'],
    ['Rechazada', 'PAGO MOVIL'],
    ['Procesada', 'PAGO MOVIL REVERSADO'],
  ])('a later file says «%s» and «%s», and the commission has its number', async (state, words) => {
    const { shop, bring } = await open()
    const fee = `D;${FIRST};COMISION PAGO MOVIL;20,14;;Procesada`
    const isTold = state !== 'Rechazada'
    await bring(STATES, `${IN};Procesada`, ...(isTold ? [fee] : []))
    await bring(STATES, `D;${FIRST};${words};;6714,24;${state}`, ...(isTold ? [fee] : []))
    expect(await confirmAll(shop)).toEqual([])
  })

  test('after its confirmation the owners are told', async () => {
    const { shop, bring, id } = await open()
    const file = (state: string) => [STATES, `${IN};${state}`, `D;${FIRST};COMISION PAGO MOVIL;20,14;;Procesada`]
    await bring(...file('Procesada'))
    expect(await confirmAll(shop)).toEqual([id])
    await bring(...file('Reversada'))
    expect((await look<{ revertidos: unknown[] }>(shop, '')).revertidos).toHaveLength(1)
  })

  test.each<[string, string[]]>([
    ['a negative credit', [NAMES, IN, `D;${FIRST};REVERSO PAGO MOVIL;;-6714,24`, FEE]],
    ['a credit in parentheses', [NAMES, IN, `D;${FIRST};REVERSO PAGO MOVIL;;(6714,24)`, FEE]],
    [
      'a note of credit with a sign',
      ['Fecha;Referencia;Descripcion;Tipo;Monto', `D;${FIRST};PAGO MOVIL;NC;6714,24`].concat(
        `D;${FIRST};REVERSO NC;NC;-6714,24`,
        'D;9;COM;ND;1,00',
      ),
    ],
    ['a second row that is reversed', [STATES, `${IN};Procesada`, `${IN};Reversada`, `${FEE};Procesada`]],
    ['a second row with such words', [NAMES, IN, `D;${FIRST};PAGO MOVIL REVERSADO;;6714,24`, FEE]],
    ['a reversed debit with its words', [STATES, `${IN};Procesada`, `D;${FIRST};PAGO MOVIL;6714,24;;Reversada`]],
    [
      'a reversal of its own number with the phone of the credit, which is not that of the report',
      [NAMES, `D;${FIRST};PAGO MOVIL RECIBIDO 04141234567;;6714,24`].concat(
        'D;0099887766;REVERSO PAGO MOVIL RECIBIDO 04141234567;6714,24;',
      ),
    ],
  ])('the same file has %s', async (_, rows) => {
    const { shop, bring } = await open()
    await bring(...rows)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each([
    ['Concepto', 'rifa', 'boleto anulado 5'],
    ['Notas', '', 'por confirmar boletos'],
    ['Comentarios', '', 'pendiente enviar boleto'],
    ['Memo', 'rifa', 'pending tickets'],
  ])('a note of «%s» is asked about, and the row without it is exact', async (name, other, note) => {
    const { shop, bytes, bring, id } = await open()
    const second = await pay(shop, '30906199')
    const rows = [`${NAMES};${name}`, `${IN};${other}`, `D;${SECOND};PAGO MOVIL;;6714,24;${note}`, `${FEE};`]
    expect(await bring(...rows)).toMatchObject({ nuevos: 2, omitidos: 0, rechazados: 1 })
    expect(await confirmAll(shop)).toEqual([id])
    const { mapa, preguntas } = await previewHere(shop, bytes(...rows))
    if (!mapa) throw new Error('no columns')
    const palabras = Object.fromEntries(preguntas.map(({ clave }) => [clave, true]))
    const file = { metodo_id: 1, nombre: 'x.csv', bytes: bytes(...rows), mapa: { ...mapa, palabras } }
    await importStatement(shop.ctx, file, TESTER)
    expect(await confirmAll(shop)).toEqual([second])
  })

  test.each([
    ['Est', 'A', 'R'],
    ['Disponibilidad', 'Inmediata', '24 horas'],
    ['Disponible el', 'D', 'W'],
    ['Fecha valor', 'D', 'W'],
    ['Fecha de procesamiento', 'D', ''],
    ['Motivo', '', 'La cuenta destino está cerrada'],
    ['Motivo', '', 'Fondos insuficientes'],
  ])('a column «%s», «%s» of what came: «%s» does not count', async (name, yes, not) => {
    const { shop, bring } = await open()
    const other = await pay(shop, '30906199')
    await bring(`${NAMES};${name}`, `${IN};${yes}`, `D;${SECOND};PAGO MOVIL;;6714,24;${not}`, `${FEE};${yes}`)
    expect(await confirmAll(shop)).not.toContain(other)
  })

  const [own, document] = [(n: number) => `00003090${6000 + n * 7}`, (n: number) => `5551112${2000 + n * 13}`]

  test.each(['FECHA;REFERENCIA;DESCRIPCION;CARGO;ABONO', 'Fecha Operación;Nro. Documento;Descripcion;Cargo;Abono'])(
    'control: in another form of the account, %s, its number is known, and new payments are new',
    async (names) => {
      const { shop, bring } = await open()
      const ids: number[] = []
      for (const n of [1, 2, 3, 4, 5]) ids.push(await pay(shop, own(n)))
      const row = (n: number) => `D;${own(n)};PAGO MOVIL;;6714,24`
      await bring(NAMES, ...[1, 2, 3].map(row), FEE)
      expect(await bring(names, ...[5, 4, 3].map(row), FEE)).toMatchObject({ nuevos: 2, posibles: 0 })
      expect((await confirmAll(shop)).sort()).toEqual(ids)
    },
  )

  test('read again by another column of references, newest first, it confirms one purchase, and new payments are exact', async () => {
    const { shop, bytes } = await open()
    for (const number of [own, document]) for (const n of [1, 2]) await pay(shop, number(n))
    const fresh = [await pay(shop, document(3)), await pay(shop, document(4))]
    const bring = (referencia: number, order: readonly number[]) => {
      const rows = order.map((n) => `D;${own(n)};${document(n)};PAGO MOVIL;;6714,24`)
      const columnas = { fecha: 0, referencia, descripcion: 3, debito: 4, credito: 5 }
      const mapa = { cabecera: 1, columnas, montos: 'auto', fechas: 'auto' } as const
      const file = bytes('Fecha;Referencia;Documento;Descripcion;Cargo;Abono', ...rows)
      return importStatement(shop.ctx, { metodo_id: 1, nombre: 'x.csv', bytes: file, mapa }, TESTER)
    }
    await bring(1, [1, 2])
    expect(await confirmAll(shop)).toEqual([])
    await bring(2, [4, 3, 2, 1])
    expect(await confirmAll(shop)).toEqual(fresh)
  })
})
