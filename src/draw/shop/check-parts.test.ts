import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Finding } from '../findings.ts'
import { Lines, Winners } from './check-parts.tsx'

const shown = (texto: string) => {
  const hallazgos: Finding[] = [{ estado: 'bien', texto }]
  return renderToStaticMarkup(createElement(Lines, { check: { hallazgos, estado: 'listo', ahora: '' } }))
}

it('a malformed address breaks no line of the check', () => {
  for (const address of [
    'https://%zz',
    'https://[',
    'https://…',
    'https://:',
    'https://(pronto)',
    'https://999.1.1.1',
  ]) {
    const text = `Se aplazó. Motivo: se fue la luz, mira ${address} y perdona`
    expect(shown(text), address).toContain(address)
    expect(shown(text), address).not.toContain('<a')
  }
})

it('an address is a link that names its host', () => {
  const html = shown('Sin sorteo: https://www.loteria.com/hoy?dia=1')
  expect(html).toContain('href="https://www.loteria.com/hoy?dia=1"')
  expect(html).toContain('>www.loteria.com</a>')
})

it('a buyer who won nothing is told so, once every prize has its number', () => {
  const prize = (codigo: string | null) => ({
    titulo: 'Moto',
    ganador: codigo === null ? null : { numero: '07', codigo },
  })
  const told = (premios: ReturnType<typeof prize>[], own: string | null) =>
    renderToStaticMarkup(createElement(Winners, { premios, own })).includes('Ninguno de tus números ganó.')
  expect(told([prize('A'), prize('B')], 'C')).toBe(true)
  // The visitor won one of them; one is still to come; the visitor is unknown.
  expect(told([prize('A'), prize('C')], 'C')).toBe(false)
  expect(told([prize('A'), prize(null)], 'C')).toBe(false)
  expect(told([prize('A'), prize('B')], null)).toBe(false)
})
