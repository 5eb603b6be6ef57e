import { expect, it } from 'vitest'
import { findClassProblems } from './css-classes.ts'
import { writeTree } from './write-tree.ts'

const problemsOf = (files: Record<string, string>) => findClassProblems(writeTree(files))

it('finds classes however they are written', () => {
  expect(
    problemsOf({
      'rates/panel/rates.css': `
@layer rooms {
  .rates > .mark-on,
  .mark-off:hover {
    gap: 1px;
  }
  @media (width < 48rem) {
    .rates .wide { gap: 0.5rem; }
  }
  .kind { gap: 1px; }
}`,
      'rates/panel/rates.tsx': `
const CLASSES = { on: 'kind' }
export const Rates = ({ on }: { on: string }) => (
  <p className={on === 'used' ? 'rates' : \`wide mark-\${on ? 'on' : 'off'}\`} title="not a class"><b className={CLASSES.on} /></p>
)`,
    }),
  ).toEqual([])
})

it.each([
  [
    'a rule for which there is no element',
    '.rates { gap: 0 } .gone { gap: 0 }',
    'rates',
    /rates\.css: no element has \.gone/,
  ],
  ['a class that no rule names', '.rates { gap: 0 }', 'rates misspeled', /rates\.tsx: no rule names \.misspeled/],
])('tells %s', (_, css, names, problem) => {
  const found = problemsOf({
    'rates/panel/rates.css': css,
    'rates/panel/rates.tsx': `export const Rates = () => <p className="${names}" />`,
  })
  expect(found).toEqual([expect.stringMatching(problem)])
})

it('names a class with rules in two files of the panel, not its rules for a phone, and not one of shop and panel', () => {
  const element = `export const Chart = () => <p className="chart" />`
  const chart = '@layer rooms {\n  .chart {\n    gap: 0;\n  }\n}\n'
  const onPhones = '@layer rooms {\n  @media (width < 48rem) {\n    .chart {\n      gap: 0;\n    }\n  }\n}\n'
  expect(
    problemsOf({
      'rates/panel/chart.css': chart,
      'rates/panel/chart.tsx': element,
      'reports/panel/home.css': onPhones,
      'raffles/shop/chart.css': chart,
      'raffles/shop/chart.tsx': element,
    }),
  ).toEqual([])
  const twice = { 'rates/panel/chart.css': chart, 'rates/panel/chart.tsx': element, 'reports/panel/chart.css': chart }
  expect(problemsOf(twice)).toEqual([expect.stringMatching(/^\.chart: .* and .* both say what it is$/)])
})
