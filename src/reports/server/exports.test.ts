import { expect, test } from 'vitest'
import { openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { report } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { PURCHASE_COLUMNS } from './export-purchases.ts'
import { unzip } from './testing/unzip.ts'
import { STYLES, sheetRow } from './xlsx.ts'

const HOSTILE = '=HYPERLINK("http://x.test";"Ana")'

/** The file's column for each column of a purchase, or the reason why it has none: a new one needs an entry. */
const SHOWN: Record<keyof Purchase, string> = {
  id: 'no: the code says it',
  codigo: 'Código',
  secreto: 'no: opens the private page',
  rifa_id: 'Rifa',
  reserva_id: 'Números',
  apartado: 'no: opens the private page',
  estado: 'Estado',
  version: 'no: of the panel',
  nombre: 'Nombre',
  cedula: 'Cédula',
  telefono: 'Teléfono',
  correo: 'Correo',
  referencia: 'Referencia',
  referencia_normal: 'no: as it is searched',
  referencia_final: 'no: as it is searched',
  fecha: 'Día del pago',
  metodo_pago: 'Método',
  comprobante: 'no: a file',
  cantidad_tickets: 'Boletos',
  total: 'Total',
  moneda: 'Moneda',
  monto: 'Monto a pagar',
  monto_moneda: 'Moneda del pago',
  pagado_a: 'Pagó a',
  metodo_ofrecido: 'no: in the sheet',
  metodo_id: 'no: its account is there',
  pagador_banco: 'Banco de quien pagó',
  pagador_telefono: 'Teléfono de quien pagó',
  pagador_cedula: 'Cédula de quien pagó',
  centimos_unicos: 'no: part of the amount',
  tasa_verificada: 'Tasa verificada',
  tarde: 'no: in the sheet',
  terminos_version: 'no: in the sheet',
  motivo: 'Motivo',
  creado_en: 'Reportada',
  en_revision_desde: 'no: in the sheet',
  decidido_en: 'Decidida',
  decidido_por: 'Decidida por',
  decidido_por_id: 'no: in the journal',
  vendida_por: 'Vendida por',
  vendida_por_id: 'no: its name is there',
  correcciones: 'no: in the sheet',
  corregida_en: 'no: in the sheet',
  cliente: 'no: whose connection it was',
  falsa: 'no: in the journal',
  nombre_normal: 'no: as it is searched',
  correo_normal: 'no: as it is searched',
}

test('every column of a purchase is in the file or has its reason why not', () => {
  const titles = Object.values(SHOWN).filter((title) => !title.startsWith('no: '))
  // The rate comes from the reservation, the accepted amount from its money.
  expect([...titles, 'Tasa', 'Monto aceptado'].sort()).toEqual(PURCHASE_COLUMNS.map(({ titulo }) => titulo).sort())
})

/** Two purchases, one of them confirmed, and an owner. */
async function open(setup: Setup) {
  const shop = await openDesk(
    setup,
    { titulo: '+Moto; la "buena"', total_numeros: 1000 },
    { now: '2026-11-21T02:41:00Z' },
  )
  /** As a version before the rule of names may have kept it. */
  const rename = (id: number, nombre: string) =>
    shop.ctx.db.write('prueba', (tx) => tx.updateTable('purchases').set({ nombre }).where('id', '=', id).execute())
  const first = await report(shop, { correo: 'a@ejemplo.test', fecha: '2026-11-20' })
  await rename(first.json().id, 'Ana <Pérez> & _x0041_')
  expect(first.statusCode, first.body).toBe(201)
  const numbers = await judge.approve(shop, first.json().id)
  shop.ctx.clock.advance(60_000)
  const hostile = { cedula: 'V-00.765.432', telefono: '0412-000.00.02', referencia: '0012345678' }
  const second = await report(shop, { ...hostile, correo: 'b@ejemplo.test', fecha: '2026-11-20' })
  expect(second.statusCode, second.body).toBe(201)
  await rename(second.json().id, HOSTILE)
  const get = (query: string) => shop.get(`/exportar/compras?${query}`)
  const codes = [first.json().codigo, second.json().codigo] as const
  return { shop, numbers, get, rename, second: Number(second.json().id), codes }
}

onSqlite('exports', (setup) => {
  test('the list as CSV: Spanish formats, whole numbers, and no text that a spreadsheet takes for a formula', async () => {
    const { numbers, get, codes } = await open(setup)
    const answer = await get('formato=csv')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="compras-2026-11-20.csv"')
    expect(answer.body.startsWith('\ufeffCódigo;Reportada;Rifa;')).toBe(true)
    expect(answer.body.slice(1).split('\r\n').slice(1)).toEqual([
      `${codes[1]};20/11/2026 22:42;"'+Moto; la ""buena""";En revisión;"'${HOSTILE.replaceAll('"', '""')}";V765432;04120000002;b@ejemplo.test;2;10,00;USD;6714,24;VES;"671,4235";Sí;Pago Móvil;0134 Banesco · 0400-1234567;0012345678;20/11/2026;;;;;;;;;`,
      `${codes[0]};20/11/2026 22:41;"'+Moto; la ""buena""";Confirmada;Ana <Pérez> & _x0041_;V12345678;04141234567;a@ejemplo.test;2;10,00;USD;6714,24;VES;"671,4235";Sí;Pago Móvil;0134 Banesco · 0400-1234567;004512783390;20/11/2026;20/11/2026 22:41;prueba;;;${numbers.join(' ')};;;;`,
      '',
    ])
  })

  test('a formula behind a separator that somebody may open the file with is a text too', async () => {
    const { get, rename, second } = await open(setup)
    for (const [name, written] of [
      // In full width, as a spreadsheet reads it too.
      ['＝１＋１ Ana', `'＝１＋１ Ana`],
      ['Ana,=1+1', `"Ana,'=1+1"`],
      ['Ana\t＝1+1', `Ana\t'＝1+1`],
      ['Ana, "=1+1",b', `"Ana, ""'=1+1"",b"`],
      ['Ana;;@SUM(1)', `"Ana;;'@SUM(1)"`],
      ['Pérez - Ana, Luis', `"Pérez - Ana, Luis"`],
    ] as const) {
      await rename(second, name)
      expect((await get('formato=csv')).body).toContain(`;${written};`)
    }
  })

  test('the list as a workbook: real dates and numbers, texts that stay texts', async () => {
    const { numbers, get } = await open(setup)
    const answer = await get('formato=xlsx')
    expect(answer.statusCode).toBe(200)
    const files = unzip(answer.rawPayload)
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<row>/g)).toHaveLength(3)
    expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK("http://x.test";"Ana")</t>')
    expect(sheet).toContain('Ana &lt;Pérez&gt; &amp; _x005F_x0041_')
    expect(sheet).toContain('<t xml:space="preserve">0012345678</t>')
    expect(sheet).toContain(`<t xml:space="preserve">${numbers.join(' ')}</t>`)
    // 20 November 2026, 22:42 in Caracas, and the sum of Bs.
    expect(sheet).toContain('<c s="6"><v>46346.945833</v></c>')
    expect(sheet).toContain('<c s="4"><v>6714.24</v></c>')
  })

  test('exactly the list on the screen, and each time a line of the journal before the first byte', async () => {
    const { shop, get, codes } = await open(setup)
    const only = await get('formato=csv&estado=confirmado')
    expect(only.body).toContain(codes[0])
    expect(only.body).not.toContain(codes[1])
    const found = await get('formato=csv&buscar=00765432')
    expect(found.body).toContain(codes[1])
    expect(found.body).not.toContain(codes[0])
    expect((await get('formato=csv&buscar=nadie')).body.split('\r\n')).toHaveLength(2)
    for (const bad of ['formato=pdf', 'estado=x', 'desde=2026-02-30', 'rifa=99999999999']) {
      expect((await get(bad)).json()).toMatchObject({ code: 'DATOS_INVALIDOS' })
    }
    const lines = await readDeeds(shop.ctx, 'compras exportadas')
    expect(lines.map(({ actor, datos }) => ({ actor, ...datos }))).toEqual([
      { actor: 'Marisela', formato: 'csv', filas: 1, estado: 'confirmado' },
      { actor: 'Marisela', formato: 'csv', filas: 1, buscar: 'un texto' },
      { actor: 'Marisela', formato: 'csv', filas: 0, buscar: 'un texto' },
    ])
  })

  test('the journal in its own words, as it is filtered, and that it was taken', async () => {
    const { shop } = await open(setup)
    const get = (query: string) => shop.get(`/exportar/diario?${query}`)
    const all = await get('formato=csv')
    expect(all.headers['content-disposition']).toMatch(/filename="diario-2026-11-2\d\.csv"/)
    const lines = all.body.slice(1).trimEnd().split('\r\n')
    expect(lines[0]).toBe('Cuándo;Quién;Qué hizo;Rifa;Cambios;Línea')
    expect(lines[1]).toContain(';Marisela;descargó el diario en un archivo;')
    expect(lines.length - 1).toBe((await readDeeds(shop.ctx)).length)
    const reports = await get('formato=csv&persona=comprador')
    expect(reports.body.match(/El comprador/g)).toHaveLength(2)
    expect(reports.body).not.toContain('Marisela')
    expect((await get('formato=xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await get('formato=csv&desde=ayer')).json()).toMatchObject({ code: 'DATOS_INVALIDOS' })
  })
})

const written = (texto: string) =>
  /<t [^>]*>(.*)<\/t>/s.exec(sheetRow([{ titulo: 'x', ancho: 1, cell: () => ({ texto }) }], null))?.[1]

test('a text that is too long for a cell is cut, one that just fits is whole', () => {
  expect(written('a'.repeat(32_767))).toBe('a'.repeat(32_767))
  expect(written('a'.repeat(40_000))).toBe(`${'a'.repeat(32_766)}…`)
  expect(written(`${'a'.repeat(32_765)}😀😀`)).toHaveLength(32_767)
})

test('a text stays a text when somebody edits its cell: no formula comes to life there', () => {
  const row = sheetRow([{ titulo: 'x', ancho: 1, cell: () => ({ texto: '=1+1' }) }], null)
  const [, style] = /^<row><c s="(\d)" t="inlineStr">/.exec(row) ?? []
  const formats = STYLES.slice(STYLES.indexOf('<cellXfs')).match(/<xf [^>]*>/g)
  expect(formats?.[Number(style)]).toContain('quotePrefix="1"')
})
