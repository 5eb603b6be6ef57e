import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('docs/errors.md lists every code that the product answers', () => {
  const documented = readFileSync('docs/errors.md', 'utf8')
  const codes = new Set<string>()
  for (const file of globSync('src/**/*.ts').filter((path) => !path.includes('.test.'))) {
    const source = readFileSync(file, 'utf8')
    for (const [, code] of source.matchAll(/new AppError\(\s*\w+,\s*'([A-Z_]+)'/g)) if (code) codes.add(code)
    // Several of one kind stand in a table.
    for (const [, code] of source.matchAll(/^ {2}([A-Z]+_[A-Z_]+): \[$/gm)) if (code) codes.add(code)
  }
  expect(codes.size).toBeGreaterThan(40)
  expect([...codes].filter((code) => !documented.includes(`\`${code}\``))).toEqual([])
})
