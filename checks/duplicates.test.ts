import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { findDuplicates } from './duplicates.ts'

const RUN = `  const prices = tickets.map((ticket) => ticket.price * ticket.times)
  const sum = prices.reduce((total, price) => total + price, 0)
  const mean = sum / prices.length
  const least = Math.min(...prices, mean)
  const most = Math.max(...prices, mean)
  const width = most - least + mean
  return { sum, mean, least, most, width }
`

test('a repeated run is found, another with other words is not', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'one.ts'), `export function one(tickets: Ticket[]) {\n${RUN}}\n`)
  const other = RUN.replaceAll('price', 'cost').replaceAll('sum', 'all').replaceAll('mean', 'middle')
  writeFileSync(join(folder, 'two.ts'), `export function two(tickets: Ticket[]) {\n${other}}\n`)
  expect(await findDuplicates(folder)).toEqual([])
  writeFileSync(join(folder, 'three.ts'), `// Three.\nexport const three = (tickets: Ticket[]) => {\n${RUN}}\n`)
  const [found, ...more] = await findDuplicates(folder)
  expect(more).toEqual([])
  expect(found?.lines).toBeGreaterThanOrEqual(7)
  expect(found?.places.map((place) => place.replace(/^.*\//, '')).sort()).toEqual(['one.ts:1', 'three.ts:2'])
})
