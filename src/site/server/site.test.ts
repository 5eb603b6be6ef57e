import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { AppError } from '#platform/errors.ts'
import { parse } from '#platform/server/http/parse.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { siteChanges, yearsKept } from '../contract.ts'
import { participationSteps, privacyNotice, terms } from '../rules.ts'
import { whatsappAddress } from '../whatsapp.ts'
import { changeSite } from './change-site.ts'
import { readSite } from './read-site.ts'

onSqlite('site', (setup) => {
  test('an empty installation has a name, five steps, our terms and a time after which data goes', async () => {
    const ctx = await setup.context({ schema })
    const site = await readSite(ctx)
    expect(site.nombre).toBe('Tómbola')
    expect(participationSteps(site)).toHaveLength(5)
    expect(terms(site).map(({ titulo }) => titulo)).toEqual(
      expect.arrayContaining(['Mayores de 18 años', 'Residentes en Venezuela', 'Confirmación por correo']),
    )
    expect(privacyNotice(site).some(({ texto }) => texto.includes('cinco años'))).toBe(true)
    expect(whatsappAddress(site)).toBeNull()
  })

  test('other terms are a new version of them, unless the operator names one', async () => {
    const ctx = await setup.context({ schema })
    const terminos = [{ titulo: 'Solo adultos', texto: 'De 18 años en adelante.' }]
    await changeSite(ctx, { terminos }, TESTER)
    expect(await readSite(ctx)).toMatchObject({ terminos, terminos_version: '2' })
    await changeSite(ctx, { terminos }, TESTER)
    expect((await readSite(ctx)).terminos_version).toBe('2')
    await changeSite(ctx, { terminos: [], terminos_version: '2027-01' }, TESTER)
    expect((await readSite(ctx)).terminos_version).toBe('2027-01')
    await changeSite(ctx, { terminos }, TESTER)
    expect((await readSite(ctx)).terminos_version).toBe('2027-01+')
  })

  test('a promise of the operator is a point of the terms, behind their own or ours, and a new version of them', async () => {
    const ctx = await setup.context({ schema })
    const before = terms(await readSite(ctx))
    await changeSite(
      ctx,
      { devoluciones: 'Si la rifa se anula, en 5 días.', reclamos: 'reclamos@ejemplo.test' },
      TESTER,
    )
    const site = await readSite(ctx)
    expect(terms(site)).toEqual([
      ...before,
      { titulo: 'Devoluciones', texto: 'Si la rifa se anula, en 5 días.' },
      { titulo: 'Reclamos', texto: 'reclamos@ejemplo.test' },
    ])
    expect(site.terminos_version).toBe('2')
    await changeSite(ctx, { reclamos: 'reclamos@ejemplo.test', credito: 'Estudio' }, TESTER)
    expect((await readSite(ctx)).terminos_version).toBe('2')
  })
})

test.each([
  ['cinco años', 5],
  ['un año', 1],
  ['Diez años', 10],
  ['12 años', 12],
  ['0 años', null],
  ['cinco', null],
  ['cinco años después', null],
])('%s are %s years', (text, years) => {
  expect(yearsKept(text)).toBe(years)
})

test('a value that could harm a visitor is refused, with the name of the setting', () => {
  const refused: [unknown, RegExp][] = [
    [{ redes: [{ nombre: 'Instagram', enlace: 'javascript:alert(1)' }] }, /redes/],
    [{ redes: [{ nombre: 'Instagram', enlace: '' }] }, /redes/],
    [{ credito_enlace: 'data:text/html,x' }, /credito_enlace/],
    [{ logo: { direccion: 'https://elsewhere.example/x.webp', ancho: 10, alto: 10 } }, /logo/],
    [{ logo: { direccion: '/imagenes/../x.webp', ancho: 10, alto: 10 } }, /logo/],
    [{ color: 'red' }, /color/],
    [{ whatsapp: 'llámame' }, /whatsapp/],
    [{ nombre: '  ' }, /nombre/],
    [{ rifa_a: 0 }, /rifa_a/],
    [{ conservacion: '' }, /conservacion/],
    [{ conservacion: 'lo que diga la ley' }, /conservacion/],
    [{ conservacion: 'cero años' }, /conservacion/],
  ]
  for (const [changes, wanted] of refused) {
    try {
      parse(siteChanges, changes)
      expect.unreachable(JSON.stringify(changes))
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).details, JSON.stringify(changes)).toMatch(wanted)
    }
  }
})

test('every text that an operator may write is taken', () => {
  for (const changes of [
    { whatsapp: '584120000000' },
    { whatsapp: '' },
    { credito_enlace: '' },
    { credito_enlace: 'https://estudio.example/' },
    { redes: [{ nombre: 'TikTok', enlace: 'https://www.tiktok.com/@rifas' }] },
    { logo: null },
    { logo: { direccion: '/imagenes/abc-_123/720.webp', ancho: 720, alto: 200 } },
  ])
    expect(parse(siteChanges, changes)).toEqual(changes)
})
