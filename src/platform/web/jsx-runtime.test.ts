import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { jsx } from './jsx-runtime.ts'

const bold = jsx('b', {}, 'bold')

test.each<[ReactNode[], string]>([
  [[0, false, 'a', null], '0a'],
  [['a', 5n, 'b'], 'a5b'],
  [[5n, null], '5'],
  [[0, bold, 5n], '<t-x>0</t-x><b></b><t-x>5</t-x>'],
  [['a', ['b', ['c']], []], '<t-x>a</t-x><t-x>b</t-x><t-x>c</t-x>'],
  [[false, undefined, true], ''],
])('of %o no text is lost, and none changes its place', (children, html) => {
  expect(renderToStaticMarkup(jsx('p', { children }))).toBe(`<p>${html}</p>`)
})
