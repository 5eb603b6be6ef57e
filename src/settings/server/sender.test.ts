import { expect, onTestFinished, test } from 'vitest'
import { openShop, signInOwner } from '#app/server/testing/shop.ts'
import { openFakeDns } from '#mail/server/testing/fake-dns.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const URL = '/api/panel/servidor/remitente'

onBothEngines('what the world is told of who sends the mail', (setup) => {
  async function open(smtpUrl: string | null) {
    const config = smtpUrl === null ? {} : { mail: { smtpUrl, from: 'Rifas <rifas@mitienda.test>' } }
    const shop = await openShop(setup, {}, { config })
    const names = await openFakeDns()
    onTestFinished(() => names.close())
    shop.ctx.dns = names.resolver()
    const headers = await signInOwner(shop)
    return { ...shop, names, ask: (as = headers) => shop.app.inject({ url: URL, headers: as }) }
  }

  test('owners ask; where no mail server is set there is no sender', async () => {
    const { ask } = await open(null)
    expect((await ask({} as never)).statusCode).toBe(401)
    expect((await ask()).json()).toEqual({ remitente: null })
  })

  test('it is asked of the name servers each time, for the domain of the sender and the service that sends', async () => {
    const { ask, names, ctx } = await open('smtps://u:p@smtp.gmail.com')
    const states = async () =>
      (await ask()).json().remitente.registros.map((one: { que: string; estado: string }) => [one.que, one.estado])
    expect((await ask()).json()).toMatchObject({
      remitente: {
        dominio: 'mitienda.test',
        registros: [
          { que: 'SPF', estado: 'falta', nombre: 'mitienda.test', valor: 'v=spf1 include:_spf.google.com ~all' },
          {
            que: 'DKIM',
            estado: 'falta',
            valor: null,
            pedir: expect.stringContaining('google._domainkey.mitienda.test'),
          },
          { que: 'DMARC', estado: 'falta', valor: 'v=DMARC1; p=none; rua=mailto:rifas@mitienda.test' },
        ],
      },
    })
    names.texts = {
      'mitienda.test': ['v=spf1 include:_spf.google.com ~all'],
      '_spf.google.com': ['v=spf1 ip4:203.0.113.0/24 ~all'],
      '_dmarc.mitienda.test': ['v=DMARC1; p=none'],
    }
    expect(await states()).toEqual([
      ['SPF', 'bien'],
      ['DKIM', 'falta'],
      ['DMARC', 'bien'],
    ])
    names.silent = true
    ctx.dns = names.resolver()
    expect((await states()).map(([, estado]: string[]) => estado)).toEqual(['no se sabe', 'no se sabe', 'no se sabe'])
  })
})
