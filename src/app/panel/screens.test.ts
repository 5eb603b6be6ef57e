import { expect, test } from 'vitest'
import { readManual } from '../server/bundle/manual.ts'
import { placeAt, placesFor, screenAt, screensFor } from './find-screen.tsx'
import { SCREENS } from './screens.tsx'

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('an operator who may not change where buyers pay, the site or the team is not led there', () => {
  const owners = ['Cobros', 'Sitio', 'Motivos', 'Equipo']
  for (const role of ['revisor', 'lector'] as const) {
    const seen = names(placesFor(role))
    for (const name of owners) expect(seen).not.toContain(name)
    expect(seen).not.toContain('Rifa nueva')
  }
  expect(names(placesFor('dueno'))).toEqual(expect.arrayContaining(owners))
  expect(placesFor('lector').filter(({ bar }) => bar)).toHaveLength(4)
})

test('an address belongs to its place and not to one whose name it begins with', () => {
  const places = placesFor('dueno')
  expect(placeAt(places, '/')?.name).toBe('Inicio')
  expect(placeAt(places, '/compras/12')?.name).toBe('Compras')
  expect(placeAt(places, '/comprasotra')).toBeUndefined()
  expect(placeAt(places, '/empezar')).toBeUndefined()
})

test('an address opens the screen that its role has there, and its number or word is read', () => {
  const at = (role: 'dueno' | 'lector', location: string) => {
    const found = screenAt(screensFor(role), location)
    return found && [found.screen.path, found.which, found.id]
  }
  expect(at('dueno', '/compras')).toEqual(['/compras/*', null, 0])
  expect(at('dueno', '/compras/12')).toEqual(['/compras/:id', '12', 12])
  expect(at('dueno', '/compras/nueva')).toEqual(['/compras/nueva', null, 0])
  expect(at('lector', '/compras/nueva')).toEqual(['/compras/*', 'nueva', 0])
  expect(at('dueno', '/cobros/pago_movil/')).toEqual(['/cobros/*', 'pago_movil', 0])
  for (const nothing of ['/tasas/1', '/compras/12/3', '/nada']) expect(at('dueno', nothing)).toBeNull()
  for (const owners of ['/cobros', '/sitio', '/motivos', '/equipo', '/empezar']) {
    expect(at('lector', owners)).toBeNull()
    expect(at('dueno', owners)).not.toBeNull()
  }
})

test('every screen has a title, and a section of the manual that there is', async () => {
  const places = placesFor('dueno')
  const untitled = SCREENS.filter(({ path, title, menu }) => !(title ?? menu?.name ?? placeAt(places, path)?.name))
  expect(untitled).toEqual([])
  const slugs = (await readManual()).map(({ slug }) => slug)
  // Of the shell, and of the key of a source.
  const others = ['teclas', 'un-telefono-reenvia-los-avisos-del-banco', 'tu-banco-le-avisa-a-la-tienda']
  expect(slugs).toEqual(expect.arrayContaining(others))
  for (const { path, help } of SCREENS) if (path !== '/ayuda/*') expect(slugs, path).toContain(help)
})
