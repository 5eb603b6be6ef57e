import { expect, test } from 'vitest'
import { openShop, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import type { ColumnMap, StatementImport, StatementPreview } from '../../statement-contract.ts'
import { readUntil } from '../read-until.ts'
import { LAYOUTS, LINES, type Layout } from './testing/write-statements.ts'

/** Of the account that every shop has: a Pago Móvil of Banesco. */
const METHOD = 1
const layout = (archivo: string) => LAYOUTS.find((one) => one.archivo === archivo) as Layout
const BANESCO = layout('banesco.csv')

interface Sent {
  bytes: Uint8Array
  mapa?: ColumnMap
  metodo?: number
  nombre?: string
}

async function open(setup: Setup) {
  const shop = await openShop(setup)
  const headers = await signInOwner(shop)
  const send = async (path: string, { bytes, mapa, metodo = METHOD, nombre = 'extracto.csv' }: Sent) => {
    const form = new FormData()
    form.append('metodo_id', String(metodo))
    if (mapa) form.append('mapa', JSON.stringify(mapa))
    form.append('archivo', new Blob([new Uint8Array(bytes)]), nombre)
    const body = new Response(form)
    return shop.app.inject({
      method: 'POST',
      url: `/api/panel/extractos${path}`,
      payload: Buffer.from(await body.arrayBuffer()),
      headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
    })
  }
  const preview = async (sent: Sent) => (await send('/vista', sent)).json<StatementPreview & { code?: string }>()
  const bring = async (sent: Sent) => (await send('', sent)).json<StatementImport & { code?: string }>()
  return { ...shop, headers, send, preview, bring }
}

const movementsOf = ({ ctx }: Pick<Shop, 'ctx'>) => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
const csv = (...rows: string[]) => Buffer.from(['Fecha;Referencia;Descripcion;Cargo;Abono', ...rows].join('\n'))

onBothEngines('statements', (setup) => {
  test('a preview says what a statement is and would bring, and writes nothing; the import brings it, and again nothing', async () => {
    const shop = await open(setup)
    const bytes = await BANESCO.write(LINES)
    const seen = await shop.preview({ bytes })
    expect(seen).toMatchObject({
      formato: { titulo: 'Banesco' },
      codificacion: 'UTF-8',
      mapa_de: 'banco',
      mapa: { cabecera: 1 },
      cuentas: { leidos: 9, nuevos: 9, repetidos: 0, conocidos: 0, rechazados: 0 },
      sumas: { creditos: '13054271.53', debitos: '12.09' },
      cantidades: { creditos: 8, debitos: 1 },
      desde: '2026-11-02',
      hasta: '2026-11-05',
    })
    expect(await movementsOf(shop)).toEqual([])
    expect(await shop.bring({ bytes })).toMatchObject({ leidos: 9, nuevos: 9, repetidos: 0, hechos: 9, por: 'Marisela' })
    expect(await shop.bring({ bytes })).toMatchObject({ leidos: 9, nuevos: 0, repetidos: 9 })
    expect((await shop.preview({ bytes })).cuentas).toMatchObject({ nuevos: 0, repetidos: 9 })
    const kept = await movementsOf(shop)
    expect(kept).toHaveLength(9)
    expect(kept[0]).toMatchObject({
      sentido: 'credito',
      tipo: 'pago_movil',
      telefono_origen: '584240001180',
      confianza: 'extracto',
      cola: '19002961',
    })
    expect(kept[1]).toMatchObject({ sentido: 'debito', centimos: 1209 })
    expect(kept[2]).toMatchObject({ banco_origen: '0174', documento_origen: 'V12345', nombre_origen: 'ANA PEÑA' })
  })
})
