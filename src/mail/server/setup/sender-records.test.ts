import { Resolver } from 'node:dns/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeDns, openFakeDns } from '../testing/fake-dns.ts'
import { checkSender } from './sender-records.ts'

let dns: FakeDns
let resolver: Resolver

beforeEach(async () => {
  dns = await openFakeDns()
  resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([dns.address])
})
afterEach(() => dns.close())

async function states(servidor: string, remitente = 'Rifas@MiTienda.test') {
  const { registros } = await checkSender(resolver, { servidor, remitente })
  return Object.fromEntries(registros.map(({ que, estado, valor }) => [que, [estado, valor]]))
}

test('a domain with nothing is told what to add, by the service that sends', async () => {
  expect(await states('smtp.gmail.com')).toEqual({
    SPF: ['falta', 'v=spf1 include:_spf.google.com ~all'],
    DKIM: ['falta', null],
    DMARC: ['falta', 'v=DMARC1; p=none; rua=mailto:Rifas@MiTienda.test'],
  })
  expect((await states('smtp.hostinger.com'))['SPF']?.[1]).toBe('v=spf1 include:_spf.mail.hostinger.com ~all')
  expect((await states('correo.mitienda.test'))['SPF']?.[1]).toBe('v=spf1 a:correo.mitienda.test ~all')
  expect((await states('203.0.113.7'))['SPF']?.[1]).toBe('v=spf1 ip4:203.0.113.7 ~all')
  expect((await states('email-smtp.us-east-1.amazonaws.com'))['DKIM']?.[0]).toBe('no se sabe')
})

test('one that has all of it has nothing to do', async () => {
  dns.texts = {
    'mitienda.test': ['google-site-verification=x', 'v=spf1 a include:_spf.google.com -all'],
    // As long as a key is: it comes in pieces.
    'google._domainkey.mitienda.test': [`v=DKIM1; k=rsa; p=${'A'.repeat(390)}`],
    '_dmarc.mitienda.test': ['v=DMARC1; p=quarantine'],
  }
  expect(await states('smtp.gmail.com')).toEqual({ SPF: ['bien', null], DKIM: ['bien', null], DMARC: ['bien', null] })
})

test('what is wrong is put right and keeps what stood there', async () => {
  dns.texts = {
    'mitienda.test': ['v=spf1 mx include:zohomail.com -all'],
    'google._domainkey.mitienda.test': ['v=DKIM1; p='],
    '_dmarc.mitienda.test': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  }
  expect(await states('smtp.gmail.com')).toMatchObject({
    SPF: ['mal', 'v=spf1 mx include:zohomail.com include:_spf.google.com -all'],
    DKIM: ['falta', null],
    DMARC: ['mal', expect.stringContaining('p=none')],
  })
  dns.texts['mitienda.test'] = ['v=spf1 mx ~all', 'v=spf1 include:_spf.google.com -all']
  expect((await states('smtp.gmail.com'))['SPF']).toEqual(['mal', 'v=spf1 mx include:_spf.google.com ~all'])
})

test('name servers that are silent are not said to say no', async () => {
  dns.silent = true
  expect(await states('smtp.gmail.com')).toMatchObject({ SPF: ['no se sabe', null], DMARC: ['no se sabe', null] })
})

test('a free mailbox leaves by its own service, or is told so', async () => {
  const own = { servidor: 'smtp.gmail.com', remitente: 'rifas@gmail.com' }
  expect(await checkSender(resolver, own)).toEqual({ dominio: 'gmail.com', registros: [], aviso: null })
  const foreign = await checkSender(resolver, { ...own, servidor: 'smtp.hostinger.com' })
  expect(foreign.aviso).toContain('no deseado')
})
