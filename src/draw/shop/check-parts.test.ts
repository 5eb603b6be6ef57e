import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Finding } from '../findings.ts'
import { Lines } from './check-parts.tsx'

const shown = (texto: string) => {
  const hallazgos: Finding[] = [{ estado: 'bien', texto }]
  return renderToStaticMarkup(createElement(Lines, { check: { hallazgos, estado: 'listo', ahora: '' } }))
}

it('what somebody wrote as an address breaks no line of the check', () => {
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
