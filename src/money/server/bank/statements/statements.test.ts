import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NUMBERED, openTransfers } from '#app/server/testing/money/money-shop.ts'
import {
  bringHere,
  csv,
  layout,
  METHOD,
  movementsOf,
  openStatementShop,
  readHere,
} from '#app/server/testing/money/statement-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { ColumnMap, StatementImports } from '../../../statement-contract.ts'
import { WHOLE_FILE } from '../../../statement-map.ts'
import { readUntil } from '../read-until.ts'
import { MOVEMENTS_LANE, recordMovements } from '../record-movements.ts'
import { importStatement } from './import-statement.ts'
import { plainName } from './reading/find-columns.ts'
import { readStatement } from './reading/read-statement.ts'
import { createReader, READ_LIMITS, type ReadFile } from './reading/start-reading.ts'
import { questionOf } from './testing/question.ts'
import { LINES, type Line } from './testing/write-statements.ts'

const BANESCO = layout('banesco.csv')

onSqlite('statements', (setup) => {
  test('a preview says the kind of a statement and its result, and writes nothing; the import brings it, and again nothing', async () => {
    const shop = await openStatementShop(setup)
    const bytes = await BANESCO.write(LINES)
    const seen = (await shop.send('/vista', { bytes })).json()
    expect(seen).toMatchObject({
      formato: { titulo: 'Banesco' },
      mapa_de: 'banco',
      mapa: { cabecera: 1 },
      cuentas: { leidos: 9, nuevos: 9, repetidos: 0, conocidos: 0, rechazados: 0 },
      sumas: { creditos: '13054271.53', debitos: '12.09' },
      cantidades: { creditos: 8, debitos: 1 },
      desde: '2026-11-02',
      hasta: '2026-11-05',
    })
    expect(await movementsOf(shop)).toEqual([])
    expect((await shop.send('', { bytes })).json()).toMatchObject({
      leidos: 9,
      nuevos: 9,
      repetidos: 0,
      hechos: 9,
      por: 'Marisela',
    })
    expect(await shop.bring({ bytes })).toMatchObject({ leidos: 9, nuevos: 0, repetidos: 9 })
    expect((await shop.preview({ bytes })).cuentas).toMatchObject({ nuevos: 0, repetidos: 9 })
    const kept = await movementsOf(shop)
    expect(kept).toHaveLength(9)
    expect(kept[0]).toMatchObject({
      sentido: 'credito',
      tipo: 'pago_movil',
      // A phone that the payer may have written is nobody's.
      telefono_origen: '',
      confianza: 'extracto',
      cola: '19002961',
    })
    expect(kept[1]).toMatchObject({ sentido: 'debito', centimos: 1209 })
    // The words of its own bank are believed, another's are the payer's.
    expect(kept[2]).toMatchObject({ banco_origen: '0174', documento_origen: 'V12345', nombre_origen: 'ANA PEÑA' })
    expect(kept[4]).toMatchObject({ banco_origen: '', documento_origen: '', nombre_origen: '' })
  })

  test('a later statement that overlaps adds only new rows, in another order and another form too', async () => {
    const shop = await openStatementShop(setup)
    const twin = LINES.at(-1) as Line
    expect(await shop.bring({ bytes: await BANESCO.write(LINES) })).toMatchObject({ nuevos: 9 })
    // A third payment that nothing tells from two earlier ones, the newest first.
    const later = [{ ...twin, dia: '2026-11-06' }, twin, ...[...LINES].reverse()]
    expect(await shop.bring({ bytes: await layout('banesco.qif').write(later) })).toMatchObject({
      leidos: 11,
      nuevos: 2,
      repetidos: 9,
    })
    expect(await movementsOf(shop)).toHaveLength(11)
  })

  test('a file that is read again by other columns fills what it left empty; control: rows of which one pays somebody may repeat themselves', async () => {
    const shop = await openStatementShop(setup)
    const rows = ['123456789;PAGO MOVIL;;100,00', '987654321;PAGO MOVIL;;100,00', '5;COMISION;5,00;']
    const used = ['111111111;PAGO MOVIL;;20,00', '222222222;PAGO MOVIL;;20,00']
    const bytes = Buffer.from(
      ['Fecha;Código;Descripción;Cargo;Abono', ...[...rows, ...used].map((row) => `02/11/2026;${row}`)].join('\n'),
    )
    const { mapa } = await shop.preview({ bytes })
    expect(await shop.bring({ bytes })).toMatchObject({ nuevos: 5, posibles: 0 })
    await shop.ctx.db.write(MOVEMENTS_LANE, (tx) =>
      tx.updateTable('movements').set({ unido: 2000 }).where('id', '=', 4).execute(),
    )
    const named = { ...mapa, columnas: { ...mapa?.columnas, referencia: 1 } } as ColumnMap
    const counts = { nuevos: 2, repetidos: 0, conocidos: 3, posibles: 2 }
    expect((await shop.preview({ bytes, mapa: named })).cuentas).toMatchObject(counts)
    expect(await shop.bring({ bytes, mapa: named })).toMatchObject(counts)
    expect((await movementsOf(shop)).map((one) => `${one.referencia} ${one.repetida_de ?? ''}`.trim())).toEqual([
      '123456789',
      '987654321',
      '',
      '',
      '',
      '111111111 4',
      '222222222 5',
    ])
    for (const read of [mapa as ColumnMap, named])
      expect(await shop.bring({ bytes, mapa: read })).toMatchObject({ nuevos: 0, repetidos: 5 })
  })

  test.each([
    ['references', { referencia: 1 }, { referencia: 2 }],
    ['days', { fecha: 0 }, { fecha: 3 }],
  ])(
    'a file that is read by wrong %s first has each payment once that counts, also where one was used',
    async (_, wrong, right) => {
      const shop = await openStatementShop(setup)
      const rows = ['500013683;700016042;06/11/2026', '500013684;700016099;07/11/2026']
      const bytes = Buffer.from(
        ['Fecha;Lote;Secuencia;Valor;Descripción;Cargo;Abono']
          .concat(rows.map((row, at) => `02/11/2026;${row};PAGO MOVIL;;${at + 1}00,00`))
          .join('\n'),
      )
      const mapOf = (columns: object) =>
        ({
          ...{ cabecera: 1, montos: 'auto', fechas: 'dma' },
          columnas: { fecha: 0, referencia: 2, descripcion: 4, debito: 5, credito: 6, ...columns },
        }) as ColumnMap
      expect(await shop.bring({ bytes, mapa: mapOf(wrong) })).toMatchObject({ nuevos: 2, posibles: 0 })
      await shop.ctx.db.write(MOVEMENTS_LANE, (tx) =>
        tx.updateTable('movements').set({ unido: 10_000 }).where('id', '=', 1).execute(),
      )
      const { cuentas } = await shop.preview({ bytes, mapa: mapOf(right) })
      expect(cuentas).toMatchObject({ posibles: cuentas.nuevos })
      expect(await shop.bring({ bytes, mapa: mapOf(right) })).toMatchObject({ posibles: cuentas.nuevos })
      const counted = (await movementsOf(shop)).filter(({ repetida_de }) => repetida_de === null)
      expect(counted.map(({ centimos }) => centimos)).toEqual([10_000, 20_000])
    },
  )

  test('an unreadable row is reported with its place and cause, and the others are imported', async () => {
    const shop = await openStatementShop(setup)
    const bytes = csv(
      '02/11/2026;1;UNO;;1.234',
      '31/02/2026;2;DOS;;10,00',
      '02/11/2026;3;TRES;10,00;20,00',
      '02/11/2026;4;CUATRO;;',
      '02/12/2026;5;CINCO;;10,00',
      '02/11/2026;6;SEIS;;diez',
      '02/11/2026;7;SIETE;;10,00',
      ';;TOTALES;10,00;40,00',
    )
    const seen = await shop.preview({ bytes })
    expect(seen.rechazadas).toEqual([
      { fila: 2, razon: '«1.234» se puede leer de dos maneras: di si son miles o decimales.' },
      { fila: 3, razon: '«31/02/2026» no es una fecha.' },
      { fila: 4, razon: 'Dice un abono y un cargo a la vez.' },
      { fila: 5, razon: 'No dice ningún monto.' },
      { fila: 6, razon: 'La fecha 02/12/2026 no ha llegado.' },
      { fila: 7, razon: '«diez» no es un monto.' },
    ])
    expect(seen.cuentas).toMatchObject({ leidos: 7, nuevos: 1, rechazados: 6, omitidos: 1 })
    expect(seen.preguntas).toEqual([{ campo: 'montos', clave: '', palabra: '1.234', filas: 1, fila: 2 }])
    // A person sets how that bank writes amounts.
    const mapa = { ...(seen.mapa as ColumnMap), montos: 'coma' as const }
    expect(await shop.preview({ bytes, mapa })).toMatchObject({ cuentas: { nuevos: 2, rechazados: 5 }, preguntas: [] })
    expect(await shop.bring({ bytes, mapa })).toMatchObject({ nuevos: 2, rechazados: 5 })
  })

  test('columns that nobody knows are said by a person, and remembered for that account alone', async () => {
    const shop = await openStatementShop(setup)
    const bytes = Buffer.from('Cuando,Codigo,Que paso,Plata\n02/11/2026,900111222,ABONO,"10,50"\n')
    const unknown = await shop.preview({ bytes })
    expect(unknown).toMatchObject({ mapa: null, mapa_de: 'nadie', columnas: ['', '', '', ''], filas: [] })
    expect(unknown.muestra[0]?.celdas).toEqual(['Cuando', 'Codigo', 'Que paso', 'Plata'])
    expect((await shop.bring({ bytes })).code).toBe('EXTRACTO_SIN_COLUMNAS')
    const columnas = { fecha: 0, referencia: 1, descripcion: 2, monto: 3 }
    const mapa: ColumnMap = { cabecera: 1, columnas, montos: 'coma', fechas: 'dma' }
    // Nothing in it marks the money as money in.
    const asked = await shop.preview({ bytes, mapa })
    expect([asked.cuentas.nuevos, asked.preguntas.map(({ campo }) => campo)]).toEqual([0, ['tipo']])
    const palabras = { [asked.preguntas[0]?.clave ?? '']: true }
    expect(await shop.bring({ bytes, mapa: { ...mapa, palabras } })).toMatchObject({ nuevos: 1 })
    // What was said of a whole file is of that file alone.
    expect(await shop.preview({ bytes })).toMatchObject({ mapa_de: 'propio', cuentas: { nuevos: 0 } })
    const sent = Buffer.from('Cuando,Codigo,Que paso,Plata\n02/11/2026,900111333,ALQUILER,"20,00"\n')
    expect(await shop.preview({ bytes: sent })).toMatchObject({
      mapa_de: 'propio',
      preguntas: [{ palabra: WHOLE_FILE }],
      recordadas: [],
    })
    const other = Buffer.from('Fecha;Referencia;Detalle;Importe\n02/11/2026;900111334;ALQUILER;20,00\n')
    expect(await shop.preview({ bytes: other })).toMatchObject({ cuentas: { nuevos: 0 }, preguntas: [{ filas: 1 }] })
    expect((await shop.preview({ bytes, metodo: 2 })).mapa_de).toBe('nadie')
  })

  test('a word that nobody knows is asked once, and the answer is remembered of that bank, whatever the columns are', async () => {
    const shop = await openStatementShop(setup)
    const file = (names: string) =>
      Buffer.from(
        `${names}\n02/11/2026;1;UNO;10,00;Abono\n02/11/2026;2;DOS;20,00;Ajuste\n02/11/2026;3;TRES;5,00;Cargo\n`,
      )
    const bytes = file('Fecha;Referencia;Descripcion;Monto;Tipo')
    const seen = await shop.preview({ bytes })
    expect(seen).toMatchObject({
      preguntas: [{ campo: 'tipo', palabra: 'Ajuste', filas: 1, fila: 3 }],
      cuentas: { leidos: 3, nuevos: 2, rechazados: 1 },
      sumas: { creditos: '10.00', debitos: '5.00' },
    })
    // Without an answer its row waits, in sight.
    expect(await shop.bring({ bytes })).toMatchObject({
      nuevos: 2,
      rechazadas: [{ fila: 3, razon: 'No se sabe si «Ajuste» es dinero que entró o que salió.' }],
      cantidades: { creditos: 1, debitos: 1 },
    })
    const palabras = { [seen.preguntas[0]?.clave ?? '']: false }
    const mapa = { ...(seen.mapa as ColumnMap), palabras }
    expect((await shop.preview({ bytes, mapa })).preguntas).toEqual([])
    expect(await shop.bring({ bytes, mapa })).toMatchObject({ nuevos: 1, rechazados: 0 })
    expect((await movementsOf(shop)).map(({ sentido, centimos }) => [sentido, centimos])).toEqual([
      ['credito', 1000],
      ['debito', 500],
      ['debito', 2000],
    ])
    expect(await shop.preview({ bytes })).toMatchObject({ preguntas: [], cuentas: { repetidos: 3, rechazados: 0 } })
    // The answer is shown, and can be changed there.
    const again = await shop.preview({ bytes })
    expect(again.recordadas).toMatchObject([{ campo: 'tipo', palabra: 'Ajuste', respuesta: false }])
    const turned = { ...mapa, palabras: { [again.recordadas[0]?.clave ?? '']: true } }
    expect(await shop.preview({ bytes, mapa: turned })).toMatchObject({ sumas: { creditos: '30.00' } })
    // The same bank's transfers, in a file with other columns; and an account of no bank.
    const other = file('Dia;Referencia;Concepto;Importe;Sentido')
    await openTransfers(shop, { ...NUMBERED, nombre: 'Otra', cedula: 'J-00000002-0' })
    expect(await shop.preview({ bytes: other, metodo: 5 })).toMatchObject({ preguntas: [], cantidades: { debitos: 2 } })
    expect((await shop.preview({ bytes: other, metodo: 3 })).preguntas.map(({ campo }) => campo)).toContain('tipo')
  })

  test('a file that looks like another bank or currency than the account says so, and a person has to name its account', async () => {
    const shop = await openStatementShop(setup)
    const doubted = async (text: string, metodo = METHOD) =>
      (await shop.preview({ bytes: Buffer.from(text), metodo })).cuenta.duda
    const [spanish, english] = [
      'Fecha;Referencia;Detalle;Monto\n13/11/2026;1;UNO;',
      'Date,Reference,Description,Amount\n11/13/2026,1,ONE,',
    ]
    expect(await doubted(`${spanish}3.900,00`, 3)).toBe(true)
    expect(await doubted(`${english}39.00`)).toBe(true)
    expect(await doubted('Fecha;Número de Transacción;Descripción;Egresos;Ingresos\n13/11/2026;1;UNO;;10,00')).toBe(
      true,
    )
    expect(await doubted(`${spanish}3.900,00`)).toBe(false)
    expect(await doubted(`${english}39.00`, 2)).toBe(false)
  })

  test('columns without names are remembered by their number and their content', async () => {
    const shop = await openStatementShop(setup)
    const file = (...rows: string[]) => Buffer.from(`${rows.join('\n')}\n`)
    const first = file('02/11/2026;20112026;ABONO;;111.26', '03/11/2026;900111223;ABONO;;10.50')
    expect((await shop.preview({ bytes: first })).mapa_de).toBe('nadie')
    const columnas = { fecha: 0, referencia: 1, descripcion: 2, debito: 3, credito: 4 }
    const mapa: ColumnMap = { cabecera: 0, columnas, montos: 'punto', fechas: 'dma' }
    expect(await shop.bring({ bytes: first, mapa })).toMatchObject({ nuevos: 2 })
    // A column of charges that was empty has text now.
    const later = file('04-nov-2026;900111224;COMISION;1.00;', '04-nov-2026;77;ABONO;;10.50')
    expect(await shop.preview({ bytes: later })).toMatchObject({
      mapa_de: 'propio',
      mapa,
      cuentas: { nuevos: 2, rechazados: 0 },
      cantidades: { creditos: 1, debitos: 1 },
    })
    expect(await shop.bring({ bytes: later })).toMatchObject({ nuevos: 2 })
    const others = {
      'another column': file('04/11/2026;900111224;ABONO;;10.50;1'),
      'another order': file('900111224;04/11/2026;ABONO;;10.50'),
      'names of columns': file('Cuando;Codigo;Que;Sale;Entra', '04/11/2026;900111224;ABONO;;10.50'),
    }
    for (const [what, bytes] of Object.entries(others))
      expect([what, (await shop.preview({ bytes })).mapa_de]).toEqual([what, 'nadie'])
    expect((await shop.preview({ bytes: first, metodo: 2 })).mapa_de).toBe('nadie')
  })

  test('a file that is too large is refused whole, with the next step', async () => {
    const shop = await openStatementShop(setup)
    const bytes = Buffer.alloc(17 * 1024 * 1024, csv('02/11/2026;1;UNO;;10,00\n'))
    for (const path of ['/vista', '']) {
      const answer = await shop.send(path, { bytes })
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'ARCHIVO_MUY_GRANDE'])
      expect(answer.json().details).toContain('Descarga el extracto por meses')
    }
    expect(await movementsOf(shop)).toEqual([])
  })

  test('until when an account is known: the end of the newest day, or now', async () => {
    const shop = await openStatementShop(setup)
    shop.ctx.clock.set(Date.parse('2026-11-20T14:00:00Z') as Instant)
    const until = async () => (await readUntil(shop.ctx.db.read, [METHOD, 2])).get(METHOD)
    expect(await until()).toBeUndefined()
    await shop.bring({ bytes: csv('18/11/2026;1;UNO;;10,00') })
    expect(await until()).toBe(Date.parse('2026-11-19T04:00:00Z'))
    // Its last hour, where the rows of that day have one.
    const hours = ['09:10', '11:43'].map((hour, at) => `19/11/2026;${hour};${at + 5};ABONO;;20,00`)
    await shop.bring({ bytes: Buffer.from(['Fecha;Hora;Referencia;Descripcion;Cargo;Abono', ...hours].join('\n')) })
    expect(await until()).toBe(Date.parse('2026-11-19T15:43:00Z'))
    await shop.bring({ bytes: csv('20/11/2026;2;DOS;;10,00') })
    expect(await until()).toBe(Date.parse('2026-11-20T14:00:00Z'))
    const list = await shop.app.inject({ url: '/api/panel/extractos', headers: shop.headers })
    // Nobody has entered where the others are paid to.
    expect(list.json<StatementImports>()).toMatchObject({
      cuentas: [{ metodo_id: METHOD, leido_hasta: '2026-11-20T14:00:00.000Z' }, { metodo_id: 2 }],
      importaciones: [{ hasta: '2026-11-20' }, { hasta: '2026-11-19' }, { hasta: '2026-11-18' }],
    })
    const told = await shop.ctx.db.read.selectFrom('journal').select(['actor', 'accion']).orderBy('id').execute()
    expect(told.filter(({ accion }) => accion === 'extracto importado')).toHaveLength(3)
  })

  test('a child that is ended reading loses its file: neither movements nor an import stay of it', async () => {
    const shop = await openStatementShop(setup)
    const file = { metodo_id: METHOD, mapa: null, nombre: 'a.csv', bytes: csv('18/11/2026;1;UNO;;10,00') }
    // It may answer in no time at all, and never in no bytes.
    const poor = createReader({ ...READ_LIMITS, output: 0 })
    await expect(importStatement(shop.ctx, file, TESTER, poor)).rejects.toMatchObject({ code: 'EXTRACTO_PESADO' })
    expect(await movementsOf(shop)).toEqual([])
    expect(await shop.ctx.db.read.selectFrom('statement_imports').select('id').execute()).toEqual([])
    expect(await shop.bring({ bytes: file.bytes })).toMatchObject({ nuevos: 1 })
  })

  test('one that ended in the middle is imported again and adds the rest; until then it shows how far it came', async () => {
    const shop = await openStatementShop(setup)
    const rows = Array.from({ length: 1_200 }, (_, at) => `18/11/2026;${800_000_000 + at};UNO;;10,00`)
    const file = { metodo_id: METHOD, mapa: null, nombre: 'a.csv', bytes: csv(...rows) }
    // The second part never comes: its process has gone.
    const torn: ReadFile = async (question, bytes) => {
      const whole = await readHere(question, bytes)
      let asked = 0
      return {
        ...whole,
        *parts() {
          const twice = ++asked === 2
          for (const [at, part] of [...whole.parts()].entries()) {
            if (twice && at === 1) throw new Error('ended')
            yield part
          }
        },
      }
    }
    await expect(importStatement(shop.ctx, file, TESTER, torn)).rejects.toThrow('ended')
    const list = await shop.app.inject({ url: '/api/panel/extractos', headers: shop.headers })
    expect(list.json<StatementImports>().importaciones).toMatchObject([{ hechos: 1_000, terminado_en: null }])
    expect((await readUntil(shop.ctx.db.read, [METHOD])).size).toBe(0)
    expect(await shop.bring({ bytes: file.bytes })).toMatchObject({ nuevos: 200, repetidos: 1_000, hechos: 1_200 })
  })
})

const NAMES = 'Fecha;Hora;Cedula;Descripcion;Cargo;Abono'
const ANA = '20/11/2026;09:15;V-12345678;PAGO MOVIL;;6714,24'
const LUIS = '20/11/2026;11:02;V-87654321;PAGO MOVIL;;6714,24'
const FEE = '20/11/2026;08:00;;COMISION;5,00;'
const file = (...rows: string[]) => Buffer.from([NAMES, ...rows].join('\n'))
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

onSqlite('rows without a reference', (setup) => {
  const payers = async (shop: Shop) =>
    (await movementsOf(shop))
      .filter(({ sentido }) => sentido === 'credito')
      .map(
        ({ documento_origen, repetida_de }) => `${documento_origen}${repetida_de === null ? '' : ` de ${repetida_de}`}`,
      )

  /** A file as it was kept while the names of rows had neither hour nor payer. */
  async function bringAsBefore(shop: Shop, bytes: Buffer) {
    const { head, filas } = await readStatement(bytes, questionOf('0134'))
    const places = new Map<string, number>()
    const told = filas.map(({ fila: _, ...row }) => {
      const named = [row.dia, row.sentido, row.centimos, row.referencia.replace(/^0+/, ''), plainName(row.concepto)]
      const name = sha256(JSON.stringify(named)).toString('base64url').slice(0, 22)
      places.set(name, (places.get(name) ?? 0) + 1)
      return {
        ...row,
        dia: row.dia as CalendarDate,
        en: row.en as Instant,
        moneda: 'VES' as const,
        id_banco: `${name}.${places.get(name)}`,
      }
    })
    const crudo_sha256 = `${sha256(bytes).toString('hex')}.${sha256(JSON.stringify(head.mapa)).toString('hex').slice(0, 8)}`
    const word = { metodo_id: METHOD, fuente: 'extracto', confianza: 'extracto', crudo_sha256 } as const
    await shop.ctx.db.write(MOVEMENTS_LANE, (tx) => recordMovements(tx, { ...word, now: shop.ctx.clock.now() }, told))
  }

  test.each([
    ['of the whole day, newest first', file(LUIS, ANA, FEE)],
    ['of what came since, alone', file(LUIS, FEE)],
  ])('are told apart by hour and payer when the file comes again later %s', async (_, later) => {
    const shop = await openShop(setup)
    await bringHere(shop, file(ANA, FEE))
    expect(await bringHere(shop, later)).toMatchObject({ nuevos: 1, posibles: 0 })
    expect(await payers(shop)).toEqual(['V12345678', 'V87654321'])
  })

  test.each([
    ['', 'Referencia 2', '111111111', '222222222'],
    ['', 'Banco', '0102', '0134'],
    ['12345', 'Nombre', 'ANA PEREZ', 'LUIS RUIZ'],
  ])(
    '«%s», are told apart by %s too; control: by nothing they count as equals',
    async (reference, name, one, other) => {
      const shop = await openShop(setup)
      const named = (...cells: string[]) =>
        Buffer.from(
          [
            `Fecha;Referencia;Descripcion;Cargo;Abono;${name}`,
            ...cells.map((cell) => `20/11/2026;${reference};PAGO MOVIL;;10,00;${cell}`),
          ].join('\n'),
        )
      await bringHere(shop, named(one))
      expect(await bringHere(shop, named(other, one))).toMatchObject({ nuevos: 1, repetidos: 1, posibles: 0 })
      await bringHere(shop, named(''))
      expect(await bringHere(shop, named('', ''))).toMatchObject({ nuevos: 1, repetidos: 1 })
    },
  )

  test('that were kept under their old name are known in the same file, and wait in another one, each next to its own; a whole reference keeps its name', async () => {
    const whole = ANA.replace('6714,24', '5,00')
    const withReference = (...rows: string[]) =>
      Buffer.from([`${NAMES};Referencia`, ...rows.map((row) => `${row};30906155`)].join('\n'))
    for (const later of [file(ANA, FEE), file(LUIS, ANA, FEE)]) {
      const shop = await openShop(setup)
      await bringAsBefore(shop, file(ANA, FEE))
      const isNew = later.includes(LUIS)
      expect(await bringHere(shop, later)).toMatchObject(
        isNew ? { nuevos: 3, posibles: 2 } : { nuevos: 0, conocidos: 2 },
      )
      expect(await payers(shop)).toEqual(['V12345678', ...(isNew ? ['V87654321', 'V12345678 de 1'] : [])])
      await bringAsBefore(shop, withReference(whole))
      expect(await bringHere(shop, withReference(whole))).toMatchObject({ nuevos: 0, repetidos: 1 })
    }
  })

  test('that have only an hour are marked next to that of their hour', async () => {
    const shop = await openShop(setup)
    const [noon, late, evening] = [ANA, LUIS, LUIS.replace('11:02', '17:00')].map((row) => row.replace(/V-\d+/, ''))
    await bringAsBefore(shop, file(noon as string, late as string))
    await bringHere(shop, file(evening as string, late as string, noon as string))
    expect((await movementsOf(shop)).map(({ repetida_de }) => repetida_de)).toEqual([null, null, null, 2, 1])
  })
})
