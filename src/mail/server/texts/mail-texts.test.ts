import { expect, test } from 'vitest'
import { MAIL_KINDS } from '#app/server/create-app.ts'
import { openShop, report, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import type { PanelMailTexts } from '../../calls.ts'
import { pageOfMail } from '../delivery/render.ts'

onSqlite('the words of the mails', (setup) => {
  async function open() {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      shop.app.inject({ method, url: `/api/panel/correos/textos${path}`, headers, ...(payload ? { payload } : {}) })
    const mails = async () => {
      const outbox = shop.ctx.db.read.selectFrom('outbox').select(['asunto', 'texto', 'html', 'contenido'])
      // Mails to buyers: owners get one about each change.
      const rows = await outbox.where('compra_id', 'is not', null).orderBy('id').execute()
      return rows.map((row) => ({ ...row, html: pageOfMail(row) }))
    }
    return { ...shop, call, mails }
  }
  const WORDS = {
    asunto: 'Llegó tu pago de {rifa}',
    titulo: 'Gracias, {nombre}',
    cuerpo: 'Tu código es {codigo}.\n\n<b>Sin</b> etiquetas,\ny {boletos} boletos.',
    pie: '{sitio}',
  }

  test('an operator’s words reach the next mail, as text, and the default comes back', async () => {
    const shop = await open()
    const saved = await shop.call('POST', '/recibida', { version: 0, textos: WORDS })
    expect(saved.json<PanelMailTexts>().textos[0]).toMatchObject({ version: 1, actual: WORDS })
    await report(shop, { nombre: 'Carla Mendoza' })
    const [mail] = await shop.mails()
    expect(mail?.asunto).toBe('Llegó tu pago de Moto 200 cc')
    expect(mail?.texto).toContain('Gracias, Carla')
    expect(mail?.texto).toContain('y 2 boletos.')
    expect(mail?.html).toContain('&lt;b&gt;Sin&lt;/b&gt; etiquetas,<br>y 2 boletos.')
    expect(mail?.html).not.toContain('<b>')
    const reset = await shop.call('DELETE', '/recibida', { version: 1 })
    expect(reset.json<PanelMailTexts>().textos[0]).toMatchObject({ version: 0 })
    // A promised mail leaves in the words of its time.
    expect((await shop.mails())[0]?.html).toBe(mail?.html)
    await report(shop, { referencia: '998877665544' })
    expect((await shop.mails()).at(-1)?.asunto).toBe('Recibimos tu reporte de pago · Moto 200 cc')
    expect(await readDeeds(shop.ctx, 'texto de correo%')).toMatchObject([
      { accion: 'texto de correo cambiado', datos: { correo: 'recibida', ahora: WORDS } },
      { accion: 'texto de correo restablecido' },
    ])
  })

  test('a row’s text about a buyer is neither a placeholder nor HTML, whoever wrote it there', async () => {
    const shop = await open()
    const textos = { ...WORDS, titulo: 'Hola, {nombre}', cuerpo: 'No la vimos: {motivo}\n\n{plazo}' }
    expect((await shop.call('POST', '/rechazada', { version: 0, textos })).statusCode).toBe(200)
    const { id } = (await report(shop)).json()
    const nombre = '{codigo}<script>alert(1)</script>'
    await shop.ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ nombre }).where('id', '=', id).execute(),
    )
    await rejectPurchase(shop.ctx, id, 1, { actor: TESTER, motivo: 'Es de {sitio}, <i>no</i> tuyo' })
    const mail = (await shop.mails()).at(-1)
    expect(mail?.texto).toContain(`Hola, ${nombre}`)
    expect(mail?.texto).toContain('No la vimos: Es de {sitio}, <i>no</i> tuyo')
    expect(mail?.html).toContain('{codigo}&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail?.html).toContain('Es de {sitio}, &lt;i&gt;no&lt;/i&gt; tuyo')
    expect(mail?.html).not.toMatch(/<script|<i>/)
  })

  test('unknown braces, missing ones, empty and endless texts are refused; two writers see each other', async () => {
    const { call } = await open()
    const save = async (clave: string, changes: object, version = 0) =>
      (await call('POST', `/${clave}`, { version, textos: { ...WORDS, ...changes } })).json()
    expect(await save('recibida', { cuerpo: 'Hola {cedula}' })).toMatchObject({
      campos: { cuerpo: '«{cedula}» no existe en este correo.' },
    })
    expect(await save('recibida', { asunto: '' })).toMatchObject({ code: 'DATOS_INVALIDOS' })
    expect(await save('recibida', { cuerpo: 'x'.repeat(3001) })).toMatchObject({ code: 'DATOS_INVALIDOS' })
    expect(await save('anulada', { cuerpo: 'Hola' })).toMatchObject({
      campos: { cuerpo: 'Falta {motivo}: quien lo recibe tiene que leerlo.' },
    })
    expect(await save('nada', {})).toMatchObject({ code: 'NO_EXISTE' })
    await save('recibida', {})
    expect(await save('recibida', {})).toMatchObject({ code: 'VERSION_VIEJA', version: 1 })
    expect((await call('DELETE', '/recibida', { version: 9 })).json()).toMatchObject({ code: 'VERSION_VIEJA' })
  })

  test('every kind previews with sample data and leaves no brace open', async () => {
    const { call, mails } = await open()
    for (const { clave, textos } of MAIL_KINDS) {
      const { asunto, html } = (await call('POST', `/${clave}/vista`, { textos })).json()
      expect(`${asunto} ${html.replace(/<style>.*?<\/style>/s, '')}`).not.toMatch(/[{}]/)
    }
    expect(await mails()).toEqual([])
  })
})
