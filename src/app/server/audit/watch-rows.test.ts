import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { compareHead } from '#journal/server/witness.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { openShop, report, type Shop, signInOwner } from '../testing/shop.ts'
import { alertAltered, auditNight, readLastNight } from './watch-rows.ts'

const MAIL = { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' } }

async function openOwned(setup: Setup): Promise<Shop> {
  const shop = await openShop(setup, {}, { config: MAIL })
  await signInOwner(shop)
  await report(shop)
  return shop
}

onBothEngines('rows that buyers see', (setup) => {
  test('an alteration behind the panel is told to the owners once: price, rate, WhatsApp, people who may enter', async () => {
    const shop = await openOwned(setup)
    expect(await alertAltered(shop.ctx)).toEqual([])
    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('a espaldas', async (sql) => {
      await sql
        .updateTable('raffles')
        .set({ precio: '1.00' as never })
        .execute()
      await sql
        .updateTable('rate_settings')
        .set({ fija: '1' as never })
        .execute()
      await sql.insertInto('site_settings').values({ clave: 'whatsapp', valor: '"584120000000"' }).execute()
      await sql.updateTable('operators').set({ clave_hash: 'otra' }).execute()
    })
    const found = (await alertAltered(shop.ctx)).map(({ tabla, fila, columnas }) => [tabla, fila, ...columnas])
    expect(found.sort()).toEqual([
      ['operators', '1', 'nombre', 'correo', 'clave_hash', 'totp_secreto'],
      ['raffles', '1', 'precio'],
      ['rate_settings', '1', 'fija'],
      ['site_settings', 'whatsapp'],
    ])
    shop.ctx.clock.advance(120_000)
    await alertAltered(shop.ctx)
    const [mail, ...more] = await readMails(shop.ctx, 'alterado:%')
    expect(more).toEqual([])
    expect(mail?.texto).toContain('la rifa 1 (precio)')
    // Saved again in the panel, it agrees with the journal.
    await setFixedRate(shop.ctx, '671.4235', { actor: TESTER })
    expect((await alertAltered(shop.ctx)).map(({ tabla }) => tabla)).not.toContain('rate_settings')
  })

  test('each day is closed with one mail for each owner, whose heads tell later whether the journal goes on from there', async () => {
    const shop = await openOwned(setup)
    expect(await auditNight(shop.ctx)).toEqual([])
    expect(await auditNight(shop.ctx)).toBeNull()
    const [mail, ...more] = await readMails(shop.ctx, 'cierre:%')
    expect(more).toEqual([])
    expect(mail?.asunto).toContain('Cierre del 19 de noviembre: todo cuadra')
    const [, told = ''] = /--head (\S+)/.exec(mail?.texto ?? '') ?? []
    for (const head of told.split(',')) expect(await compareHead(shop.ctx.db.read, head)).toBeNull()

    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('a espaldas', (sql) => sql.updateTable('purchases').set({ nombre: 'Otra Persona' }).execute())
    shop.ctx.clock.advance(86_400_000)
    expect(await auditNight(shop.ctx)).toHaveLength(1)
    expect((await readMails(shop.ctx, 'cierre:%')).map(({ asunto }) => asunto).join()).toContain('algo no cuadra')
    expect((await readMails(shop.ctx, 'cierre:%')).map(({ texto }) => texto).join()).not.toContain('Otra Persona')
  })

  test('without a mail server a night is looked at once too, and the journal keeps what came of it', async () => {
    const shop = await openShop(setup)
    await report(shop)
    expect(await auditNight(shop.ctx)).toEqual([])
    expect(await auditNight(shop.ctx)).toBeNull()
    expect(await readMails(shop.ctx, 'cierre:%')).toEqual([])
    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('a espaldas', (sql) => sql.updateTable('purchases').set({ estado: 'confirmado' }).execute())
    shop.ctx.clock.advance(86_400_000)
    const found = await auditNight(shop.ctx)
    expect(found).toContainEqual('purchases 1: estado dice confirmado y el diario en revision')
    expect(await readLastNight(shop.ctx, shop.ctx.db.read)).toMatchObject({
      dia: '2026-11-20',
      no_cuadraban: found?.length,
    })
  })
})
