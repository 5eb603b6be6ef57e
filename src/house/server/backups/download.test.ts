import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { ROOT } from '#app/server/build-stamp.ts'
import { buy, KEY, openCopiedShop, PASSPHRASE, verify } from '#app/server/testing/copied-shop.ts'
import { OWNER, signInOwner } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { openKeys } from '#platform/server/installation/keys.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { runBeside } from './nightly/copy-beside.ts'

onSqlite('a download of everything', (setup) => {
  test('takes a fresh code, is reported to owners, one at a time, and is a copy that can be put back', async () => {
    const shop = await openCopiedShop(setup)
    const { ctx, app } = shop
    ctx.config.key = KEY
    await openKeys(ctx.config, ctx.db)
    await buy(shop, 1)
    const headers = await signInOwner(shop)
    const code = await giveSecondFactor(ctx, OWNER.correo)
    const url = '/api/panel/respaldos/descarga'
    const ask = (payload: object) => app.inject({ method: 'POST', url, headers, payload })
    const take = (pase: string) => app.inject({ url: `${url}?pase=${encodeURIComponent(pase)}`, headers })
    expect((await ask({ frase: PASSPHRASE, codigo: '000000' })).statusCode).toBe(401)
    expect((await ask({ frase: 'corta', codigo: code() })).statusCode).toBe(422)
    // By its length in an address, and before the code is spent.
    const codigo = code()
    const long = await ask({ frase: '字'.repeat(1000), codigo })
    expect([long.statusCode, Object.keys(long.json().campos)]).toEqual([422, ['frase']])
    const { pase } = (await ask({ frase: PASSPHRASE, codigo })).json()
    expect(pase).not.toContain(PASSPHRASE)

    const release = lockFor('backup', ctx.config.dataDir)
    const busy = await take(pase)
    expect([busy.json().code, busy.headers['retry-after']]).toEqual(['RESPALDO_EN_MARCHA', '60'])
    release?.()
    expect((await take(`${pase}x`)).statusCode).toBe(404)
    const answer = await take(pase)
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/tombola-2026-11-20\.tar\.age/)
    // Once: a later visitor of the address finds nothing.
    expect((await take(pase)).statusCode).toBe(404)
    const decrypter = new Decrypter()
    decrypter.addPassphrase(PASSPHRASE)
    const tar = await buffer(Readable.from([await decrypter.decrypt(answer.rawPayload)]))
    const place = newFolder()
    execFileSync('tar', ['x', '-C', place], { input: tar })
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
    expect(readdirSync(join(ctx.config.dataDir))).not.toContain('respaldo.tmp')

    // A line that is cut in the middle leaves nothing behind, and the next one is served.
    const { key: _, ...own } = ctx.config
    const child = runBeside({ script: join(ROOT, 'src/app/run.js') }, { ...own, key: KEY }, ['backup', '--to', '-'], {
      BACKUP_PASSPHRASE: PASSPHRASE,
    })
    if (!child.stdout) throw new Error('no pipe')
    await once(child.stdout, 'readable')
    child.stdout.destroy()
    await once(child, 'close')
    expect(readdirSync(ctx.config.dataDir)).not.toContain('respaldo.tmp')
    ctx.clock.advance(1_000)
    const next = (await ask({ frase: '字'.repeat(900), codigo: code() })).json().pase
    const both = await Promise.all([take(next), take(next)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])

    expect((await readDeeds(ctx, 'todo descargado')).map(({ actor }) => actor)).toEqual(['Marisela', 'Marisela'])
    expect((await readMails(ctx, 'descarga:%'))[0]?.asunto).toContain('Alguien descargó todo')
    const late = (await ask({ frase: PASSPHRASE, codigo: code() })).json().pase
    ctx.clock.advance(121_000)
    expect((await take(late)).statusCode).toBe(404)
  })
})
