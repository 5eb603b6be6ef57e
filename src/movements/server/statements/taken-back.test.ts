import { expect, test } from 'vitest'
import { confirmAll, look, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { bringHere, previewHere } from '#app/server/testing/money/statement-shop.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { Reconciliation } from '#reconciliation/contract.ts'

const NAMES = 'Fecha;Referencia;Descripcion;Cargo;Abono'
const IN = ';000030906155;PAGO MOVIL;;6714,24'

async function open(setup: Setup) {
  const shop = await openMoneyShop(setup)
  const day = dayInCaracas(shop.ctx.clock.now()).split('-').reverse().join('/')
  const bring = (...rows: string[]) => bringHere(shop, Buffer.from(`${rows.join('\n')}\n`))
  const reversed = async () => (await look<Reconciliation>(shop, '')).revertidos.length
  const first = await pay(shop, '30906155')
  return { shop, day, bring, reversed, first }
}

onSqlite('money that a bank took back', (setup) => {
  test.each(['Reversada', 'Devuelta'])('a row that a later file calls «%s» is no money any more', async (state) => {
    const { shop, day, bring, reversed } = await open(setup)
    const file = (said: string) => [`${NAMES};Estado`, `${day}${IN};${said}`, `${day};9;OTRO;;5,00;Procesada`]
    await bring(...file('Procesada'))
    // What is set aside is no row of the file.
    const { filas } = await previewHere(shop, Buffer.from(`${file(state).join('\n')}\n`))
    expect(filas.map(({ concepto }) => concepto)).toEqual(['OTRO'])
    expect(await bring(...file(state))).toMatchObject({ nuevos: 1, omitidos: 1, leidos: 1 })
    expect(await confirmAll(shop)).toEqual([])
    expect(await reversed()).toBe(0)
    // The same file once more adds nothing.
    expect(await bring(...file(state))).toMatchObject({ nuevos: 0 })
  })

  test('after its confirmation the owners are told', async () => {
    const { shop, day, bring, reversed, first } = await open(setup)
    await bring(NAMES, `${day}${IN}`)
    expect(await confirmAll(shop)).toEqual([first])
    await bring(`${NAMES};Estado`, `${day}${IN};Reversada`)
    expect(await reversed()).toBe(1)
  })

  test('control: what is pending later, or stands twice in one file, takes nothing back', async () => {
    const { shop, day, bring, first } = await open(setup)
    const names = `${NAMES};Estado`
    await bring(names, `${day}${IN};Procesada`)
    await bring(names, `${day}${IN};Pendiente`, `${day};9;OTRO;;5,00;Procesada`)
    await bring(names, `${day}${IN};Procesada`, `${day};000030906155;PM;;6714,24;Rechazada`)
    expect(await confirmAll(shop)).toEqual([first])
  })
})

onSqlite('the debit of a reversal, in a bank’s words', (setup) => {
  test.each([
    ...['PAGO MOVIL REVERSADO', 'PAGO MOVIL DEVUELTO', 'REVERSION ABONO', 'REV PAGO MOVIL', 'CHEQUE DEVUELTO'],
    ...['PAGO MOVIL RECHAZADO', 'DEVOLUCION CHEQUE DEPOSITADO'],
  ])('%s', async (words) => {
    const { shop, day, bring } = await open(setup)
    await bring(`${NAMES};Estado`, `${day}${IN};Procesada`, `${day};000030906155;${words};6714,24;;Reversada`)
    expect(await confirmAll(shop)).toEqual([])
  })

  test('one payment in two forms, each with a number of its own, confirms one purchase', async () => {
    const { shop, day, bring } = await open(setup)
    await pay(shop, '555111229988')
    await bring(
      'Fecha;Referencia;Nro. Operación;Descripcion;Cargo;Abono',
      `${day};000030906155;555111229988;PAGO MOVIL;;6714,24`,
    )
    await bring('Fecha;Nro. Operación;Descripcion;Cargo;Abono', `${day};555111229988;PAGO MOVIL;;6714,24`)
    expect((await confirmAll(shop)).length).toBeLessThan(2)
  })

  test.each([
    ['Fecha abono', ''],
    ['Fecha de disponibilidad', '30/12/2026'],
    ['Fecha de acreditación', '15 dic 2026'],
    ['Abonado', ''],
    ['Monto liquidado', '0,00'],
    ['estadoTransaccion', 'R'],
    ['Fase', 'En cámara'],
    ['Motivo', 'Cuenta cerrada'],
  ])('a column «%s» that says «%s» is asked about', async (name, not) => {
    const { shop, day, bring } = await open(setup)
    const yes = { Abonado: 'Sí', estadoTransaccion: 'A', Fase: 'Liquidado', 'Monto liquidado': '6714,24' }[name]
    const other = await pay(shop, '771230906156')
    await bring(`${NAMES};${name}`, `${day}${IN};${yes ?? day}`, `${day};771230906156;PAGO MOVIL;;6714,24;${not}`)
    expect(await confirmAll(shop)).not.toContain(other)
  })

  test('the same payment in other bytes, by another column of references, confirms one purchase; others of its day stay exact', async () => {
    const { shop, day } = await open(setup)
    await pay(shop, '555111229988')
    const third = await pay(shop, '771239999999')
    const row = (document: string, number: string) => `${day};${document};${number};PAGO MOVIL;;6714,24`
    const bring = (hour: string, referencia: number, ...rows: string[]) => {
      const text = [`Emitido: ${day} ${hour}`, 'Fecha;Documento;Referencia;Descripcion;Cargo;Abono', ...rows].join('\n')
      const columnas = { fecha: 0, referencia, descripcion: 3, debito: 4, credito: 5 }
      const mapa = { cabecera: 2, columnas, montos: 'auto', fechas: 'auto' } as const
      return bringHere(shop, Buffer.from(`${text}\n`), mapa)
    }
    await bring('10:00', 1, row('555111229988', '000030906155'))
    const again = await bring('10:05', 2, row('555111229988', '000030906155'), row('555111220000', '771239999999'))
    expect(again).toMatchObject({ nuevos: 2, posibles: 1 })
    // Two reports name the one that has both numbers.
    expect(await confirmAll(shop)).toEqual([third])
  })

  test('rows that were refused and are answered later are nobody’s repetition', async () => {
    const { shop, day } = await open(setup)
    const rows = Array.from(
      { length: 8 },
      (_, at) => `${day};7712309${1000 + at};PAGO MOVIL;${at < 4 ? 'NC' : 'Zumbido'};6714,24`,
    )
    const bytes = Buffer.from(
      `${['Fecha;Referencia;Descripcion;Tipo;Monto', ...rows, `${day};1;COM;ND;1,00`].join('\n')}\n`,
    )
    expect(await bringHere(shop, bytes)).toMatchObject({ nuevos: 5, rechazados: 4 })
    const { mapa, preguntas } = await previewHere(shop, bytes)
    if (!mapa) throw new Error('no columns')
    const palabras = Object.fromEntries(preguntas.map(({ clave }) => [clave, true]))
    expect(await bringHere(shop, bytes, { ...mapa, palabras })).toMatchObject({ nuevos: 4, posibles: 0 })
  })
})
