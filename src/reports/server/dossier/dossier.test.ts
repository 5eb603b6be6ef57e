import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import { sellAndFreeze } from '#app/server/testing/led-draw.ts'
import { ACCOUNT, comeIn, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { openRuled } from '#app/server/testing/ruled-shop.ts'
import { addRaffle, OWNER } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { unzip } from '../testing/unzip.ts'
import { writeDossier } from './write-dossier.ts'

/** Files that this process has open. */
async function heldFiles(): Promise<string[]> {
  const open = await readdir('/proc/self/fd')
  return Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

onBothEngines('the dossier of a raffle', (setup) => {
  test('is of one instant: a decision made meanwhile is in none of its files', async () => {
    const shop = await openMoneyShop(setup)
    const { ctx, app, headers } = shop
    await pay(shop, '700000000001')
    const { consistent } = ctx.db
    let meanwhile = 0
    ctx.db.consistent = (reading) =>
      consistent(async (sql) => {
        await sql.selectFrom('raffles').select('id').execute()
        meanwhile = await pay(shop, '700000000002')
        return reading(sql)
      })
    const code = await giveSecondFactor(ctx, OWNER.correo)
    const url = `/api/panel/rifas/${shop.id}/expediente`
    const payload = { codigo: code() }
    const before = await readdir(ctx.config.dataDir)
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    expect(meanwhile).toBeGreaterThan(0)
    const files = unzip(answer.rawPayload)
    expect(files.get('compras.csv')?.trimEnd().split('\r\n')).toHaveLength(2)
    expect(JSON.parse(files.get('libros.json') ?? '').total).toMatchObject({ en_revision: 1 })
    // Nothing of it is left, nor held.
    expect(await readdir(ctx.config.dataDir)).toEqual(before)
    await expect.poll(async () => (await heldFiles()).filter((path) => path.includes('expediente-'))).toEqual([])
  })
})

onSqlite('the dossier of a raffle', (setup) => {
  test('takes a fresh code, once, and holds the sales, the income, the journal and the hash of each', async () => {
    const shop = await openMoneyShop(setup)
    const { ctx, app, headers, id } = shop
    const other = await addRaffle(ctx)
    const compra_id = await pay(shop, '700000000001')
    const elsewhere = await pay(shop, '700000000002', { id_rifa: String(other), nombre: 'De Otra Rifa' })
    const [movimiento_id = 0, foreign = 0] = await comeIn(shop, [
      { referencia: '700000000001', nombre_origen: '=ANA', centimos: PRICE + 150 },
      { nombre_origen: 'QUIEN PAGÓ LA OTRA' },
      {},
    ])
    const pairs = { [compra_id]: movimiento_id, [elsewhere]: foreign }
    for (const [compra, money] of Object.entries(pairs)) {
      const join = { compra_id: Number(compra), movimientos: [{ id: money }] }
      expect((await post(shop, headers, '/conciliacion/unir', join)).statusCode).toBe(200)
    }
    const code = await giveSecondFactor(ctx, OWNER.correo)
    const url = `/api/panel/rifas/${id}/expediente`
    const ask = (codigo?: string) => app.inject({ method: 'POST', url, headers, payload: { codigo } })
    expect([(await ask()).statusCode, (await ask('000000')).statusCode]).toEqual([422, 401])
    const codigo = code()
    const answer = await ask(codigo)
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/expediente-rifa-1-2026-11-20\.zip/)
    expect((await ask(codigo)).statusCode).toBe(401)

    const files = unzip(answer.rawPayload)
    const text = (name: string) => files.get(name) ?? ''
    const { archivos } = JSON.parse(text('manifiesto.json'))
    expect(archivos.map(({ nombre }: { nombre: string }) => nombre)).toEqual([
      'libros.csv',
      'cuentas.csv',
      'libros.json',
      'compras.csv',
      'movimientos.csv',
      'uniones.csv',
      'diario.csv',
      'diario.jsonl',
    ])
    for (const listed of archivos) {
      expect([listed.nombre, sha256(text(listed.nombre)), Buffer.byteLength(text(listed.nombre))]).toEqual([
        listed.nombre,
        listed.sha256,
        listed.bytes,
      ])
      expect(text('SHA256SUMS')).toContain(`${listed.sha256}  ${listed.nombre}\n`)
      expect(text('LEEME.html')).toContain(listed.sha256)
    }
    expect(text('LEEME.html')).toContain(sha256(text('manifiesto.json')))
    expect(text('compras.csv').trimEnd().split('\r\n')).toHaveLength(2)
    expect(text('compras.csv')).not.toContain('De Otra Rifa')
    expect(text('movimientos.csv').trimEnd().split('\r\n')).toHaveLength(2)
    expect(text('movimientos.csv')).toContain("'=ANA")
    expect(text('movimientos.csv')).not.toContain('QUIEN PAGÓ LA OTRA')
    const [head, line] = text('uniones.csv').replace('\ufeff', '').split('\r\n')
    expect(head).toMatch(/^"?Movimiento"?;"?Compra"?;"?Monto"?;"?Sobra"?;"?Se lo llevó el banco"?;/)
    expect(line).toMatch(new RegExp(`^${movimiento_id};[^;]+;6714[.,]24;1[.,]50;0[.,]00;VES;`))
    expect(text('uniones.csv').trimEnd().split('\r\n')).toHaveLength(2)
    expect(text('cuentas.csv')).toMatch(/Pago Movil;VES;13428[.,]48;1[.,]50;/)
    expect(JSON.parse(text('libros.json')).metodos[0]).toMatchObject({
      metodo_id: ACCOUNT,
      propia: { recibido: '6715.74', devolver: '1.50' },
    })

    // Checked as its page explains.
    expect(text('LEEME.html')).toContain('<code>hash</code>')
    let before = ''
    for (const written of text('diario.jsonl').trimEnd().split('\n')) {
      const { ambito, numero, en, actor, accion, rifa_id, datos, actor_id, filas, hash, ...line } = JSON.parse(written)
      const kept = [actor_id, filas].filter((field) => field !== null)
      const fields = [before, ambito, numero, en, actor, accion, rifa_id, line.compra_id, datos, ...kept]
      expect(sha256(JSON.stringify(fields))).toBe(hash)
      before = hash
    }
    expect(await readDeeds(ctx, 'expediente descargado')).toMatchObject([{ actor: 'Marisela' }])
  })
})

onSqlite('the files of a dossier', (setup) => {
  test('of one with a rule has the document of its draw and the frozen list, which has the hash that was published', async () => {
    const shop = await openRuled(setup)
    await sellAndFreeze(shop)
    const zip = await buffer(await writeDossier(shop.ctx, shop.ctx.db.read, shop.id))
    const files = unzip(zip)
    const document = JSON.parse(files.get('sorteo.json') ?? '')
    expect(document.lista_sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(sha256(files.get('lista.csv') ?? '')).toBe(document.lista_sha256)
  })

  test('that somebody stops reading ends, and asks the database for nothing more', async () => {
    const shop = await openMoneyShop(setup)
    const zip = await writeDossier(shop.ctx, shop.ctx.db.read, shop.id)
    zip.destroy()
    await once(zip, 'close')
    expect(zip.destroyed).toBe(true)
  })
})
