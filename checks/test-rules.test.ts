import { expect, test } from 'vitest'
import { findRuleBreaks } from './test-rules.ts'

const lines = (text: string) => findRuleBreaks('src/x.test.ts', text).map((line) => Number(line.split(':')[1]))

test('a test that depends on the machine is named with its line', () => {
  expect(
    lines('const { port } = probe.address()\n  await new Promise((done) => probe.close(done))\n  return x.port'),
  ).toEqual([2])
  expect(lines('const dns = new Resolver({ timeout: 200, tries: 1 })')).toEqual([1])
  expect(lines("await page.getByText('a').waitFor({ timeout: 5_000 })")).toEqual([1])
  expect(lines('await expect\n  .poll(async () => (await fetch(url)).status, { timeout: 500, interval: 20 })')).toEqual(
    [2],
  )
  expect(lines('expect(performance.now() - begun).toBeLessThan(2_000)')).toEqual([1])
  expect(lines('await vi.waitFor(() => expect(a()).toBe(1))')).toEqual([1])
  expect(lines("test('a', { retry: 2 }, () => {})")).toEqual([1])
  expect(lines("expect(body).not.toContain('0042')")).toEqual([1])
  expect(lines("test('a', () => {\n}, 120_000)\ntest('b', { timeout: 60_000 }, async () => {})")).toEqual([2, 3])
})

test('a test that says the same on any machine is left alone', () => {
  for (const right of [
    'const port = await ownPort()',
    'await expect.poll(() => heard, { timeout: 20_000, interval: 5 }).toContain(1)',
    'await page.click({ timeout: 2_000 })',
    'await row.waitFor()\nconst database = new DatabaseSync(file, { timeout: 0 })',
    'server.close()\nawait other(1)',
    "expect(body).not.toContain('4512783390')",
    'setTimeout(() => {\n}, 1_000)',
  ])
    expect(findRuleBreaks('src/x.test.ts', right), right).toEqual([])
})
