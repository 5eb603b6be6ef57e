import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOLD_SECONDS } from './quantity.ts'

const SRC = join(import.meta.dirname, '..')

/** Texts with the time that tickets wait for their payment. Rooms below this one cannot import the figure. */
const SAID = [
  'purchases/shop/payment/method-step.tsx',
  'rates/panel/rate-dialog.tsx',
  'payment-methods/panel/change-dialog.tsx',
  'site/rules.ts',
]

test('a hold lives as many minutes as the pages say', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const saying = files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes(`${HOLD_SECONDS / 60} minutos`))
  expect(saying.sort()).toEqual([...SAID].sort())
})
