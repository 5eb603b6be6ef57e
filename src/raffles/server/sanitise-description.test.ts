import { expect, test } from 'vitest'
import { sanitiseDescription } from './raffle-columns.ts'

test('lines of plain text are broken where the operator broke them', async () => {
  expect(await sanitiseDescription('Doble cabina.\r\nCero kilómetro.\n\nCon placas.\n')).toBe(
    'Doble cabina.<br />Cero kilómetro.<br /><br />Con placas.',
  )
  expect(await sanitiseDescription('<p>Uno</p>\n<p>Dos</p>')).toBe('<p>Uno</p>\n<p>Dos</p>')
})

test('formatting stays, and active parts do not', async () => {
  expect(await sanitiseDescription('<b>Moto</b> <em>nueva</em><ul><li>casco</li></ul>')).toBe(
    '<b>Moto</b> <em>nueva</em><ul><li>casco</li></ul>',
  )
  const hostile =
    '<p onclick="x()" style="position:fixed">a</p><script>x()</script><img src=x onerror=x()><svg onload=x()><iframe src=//x></iframe>'
  expect(await sanitiseDescription(hostile)).toBe('<p>a</p>')
})

test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '//otro.test', 'vbscript:x'])(
  'a link to %s leads nowhere',
  async (address) => {
    expect(await sanitiseDescription(`<p><a href="${address}">aquí</a></p>`)).not.toContain('href')
  },
)

test('a link opens in another tab and is not vouched for', async () => {
  const link = await sanitiseDescription('<p><a href="https://ejemplo.test" target="_top" rel="opener">aquí</a></p>')
  expect(link).toContain('href="https://ejemplo.test"')
  expect(link).toContain('rel="noopener nofollow"')
  expect(link).toContain('target="_blank"')
})
