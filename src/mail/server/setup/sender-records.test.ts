import type { Resolver } from 'node:dns/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeDns, openFakeDns } from '../testing/fake-dns.ts'
import { checkSender } from './sender-records.ts'

let dns: FakeDns
let resolver: Resolver

beforeEach(async () => {
  dns = await openFakeDns()
  resolver = dns.resolver()
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
    '_spf.google.com': ['v=spf1 ip4:203.0.113.0/24 ~all'],
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
  resolver = dns.resolver()
  expect(await states('smtp.gmail.com')).toMatchObject({ SPF: ['no se sabe', null], DMARC: ['no se sabe', null] })
})

test('a free mailbox leaves by its own service, or is told so', async () => {
  const own = { servidor: 'smtp.gmail.com', remitente: 'rifas@gmail.com' }
  expect(await checkSender(resolver, own)).toEqual({ dominio: 'gmail.com', registros: [], aviso: null })
  const foreign = await checkSender(resolver, { ...own, servidor: 'smtp.hostinger.com' })
  expect(foreign.aviso).toContain('no deseado')
})

const NAMES_IT = 'v=spf1 include:_spf.google.com -all'
const google = async () =>
  (await checkSender(resolver, { servidor: 'smtp.gmail.com', remitente: 'a@mitienda.test' })).registros
const spf = async () => (await google())[0]

test('an SPF that asks more than ten times counts for nothing, and is said so; ten are well', async () => {
  const spread = (count: number) => Array.from({ length: count }, (_, n) => `a:h${n}.test`).join(' ')
  dns.texts = { 'mitienda.test': [NAMES_IT], '_spf.google.com': [`v=spf1 ${spread(9)} ~all`] }
  expect(await spf()).toMatchObject({ estado: 'bien', valor: null })
  dns.texts['_spf.google.com'] = [`v=spf1 include:deeper.test mx ~all`]
  dns.texts['deeper.test'] = [`v=spf1 exists:%{i}.x.test ip4:203.0.113.0/24 ${spread(7)} -all`]
  expect(await spf()).toMatchObject({
    estado: 'mal',
    dice: expect.stringContaining('más de 10 consultas'),
    valor: null,
  })
  // Records that name each other have no end.
  dns.texts['deeper.test'] = ['v=spf1 redirect=_spf.google.com']
  expect(await spf()).toMatchObject({ estado: 'mal', dice: expect.stringContaining('más de 10 consultas') })
})

test('one that names who has no record counts for nothing either', async () => {
  dns.texts = {
    'mitienda.test': ['v=spf1 include:gone.test include:_spf.google.com ~all'],
    '_spf.google.com': ['v=spf1 -all'],
  }
  expect(await spf()).toMatchObject({ estado: 'mal', dice: expect.stringContaining('nombra a gone.test') })
  dns.texts['gone.test'] = ['v=spf1 ip4:203.0.113.7 -all']
  expect(await spf()).toMatchObject({ estado: 'bien' })
})

test('what is said of the domain above holds for the one below, unless it has its own', async () => {
  const dmarc = async () =>
    (await checkSender(resolver, { servidor: 'x.test', remitente: 'a@mail.mitienda.test' })).registros[2]
  expect(await dmarc()).toMatchObject({ estado: 'falta', nombre: '_dmarc.mail.mitienda.test' })
  dns.texts = { '_dmarc.mitienda.test': ['v=DMARC1; p=reject'] }
  expect(await dmarc()).toMatchObject({
    estado: 'bien',
    dice: expect.stringContaining('Vale el de mitienda.test'),
    valor: null,
  })
  dns.texts['_dmarc.mail.mitienda.test'] = ['v=DMARC1; nothing']
  expect(await dmarc()).toMatchObject({ estado: 'mal', nombre: '_dmarc.mail.mitienda.test' })
  // A whole ending is nobody's domain.
  dns.texts = { '_dmarc.test': ['v=DMARC1; p=reject'] }
  expect(await dmarc()).toMatchObject({ estado: 'falta' })
})

test('a signature that is missing says where its service gives it and what to ask, by the names where it is looked for', async () => {
  const dkim = async (servidor: string) =>
    (await checkSender(resolver, { servidor, remitente: 'a@mitienda.test' })).registros[1]
  expect(await dkim('smtp.office365.com')).toMatchObject({
    estado: 'falta',
    dice: expect.stringContaining('security.microsoft.com'),
    pedir: expect.stringContaining('selector1._domainkey.mitienda.test o selector2._domainkey.mitienda.test'),
  })
  expect(await dkim('mail.mitienda.test')).toMatchObject({
    pedir: expect.stringContaining('como default._domainkey.mitienda.test'),
  })
  expect(await dkim('email-smtp.us-east-1.amazonaws.com')).toMatchObject({ estado: 'no se sabe', pedir: null })
  dns.texts = { 'selector2._domainkey.mitienda.test': ['v=DKIM1; p=AAAA'] }
  expect(await dkim('smtp.office365.com')).toMatchObject({
    estado: 'bien',
    nombre: 'selector2._domainkey.mitienda.test',
  })
  // One of its names that nobody can tell may hold it.
  dns.texts = {}
  dns.failsAt = 'selector2._domainkey.mitienda.test'
  expect(await dkim('smtp.office365.com')).toMatchObject({ estado: 'no se sabe', pedir: null })
})
