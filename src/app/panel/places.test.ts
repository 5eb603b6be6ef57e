import { expect, test } from 'vitest'
import { findCommands } from './palette/palette.tsx'
import { placeAt, placesFor } from './places.ts'

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('who may not change where buyers pay, the site or the team is not led there', () => {
  const owners = ['Cobros', 'Sitio', 'Motivos', 'Equipo']
  for (const role of ['revisor', 'lector'] as const) {
    const seen = names(placesFor(role))
    for (const name of owners) expect(seen).not.toContain(name)
    expect(names(findCommands('rifa nueva', placesFor(role), role))).toEqual([])
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

test('a place is found by its name, without accents, or by what one does there', () => {
  const places = placesFor('dueno')
  expect(names(findCommands('REVISION', places, 'dueno'))).toEqual(['Revisión'])
  expect(names(findCommands('dól', places, 'dueno'))).toEqual(['Tasas'])
  expect(names(findCommands('rifa nue', places, 'dueno'))).toEqual(['Rifa nueva'])
  expect(findCommands('', places, 'dueno').length).toBe(places.length + 3)
  for (const nothing of ['///', '%%', '<script>', '🎟']) expect(findCommands(nothing, places, 'dueno')).toEqual([])
})
