import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

interface Case {
  id: string
  name: string
  value: string
  is: 'trimmed' | 'refused' | 'either' | 'normal'
  begins?: string
  says?: string[]
}

const cases: Case[] = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/environment-cases.json'), 'utf8'))
const NEEDS: Record<string, Record<string, string>> = { OWNER_PASSWORD: { OWNER_EMAIL: 'duena@ejemplo.test' } }

it.each(cases)('$id: $name is $is', ({ name, value, is, begins, says = [] }) => {
  const given = (text: string) => ({ ...NEEDS[name], [name]: text.replace('@DATA@', '/srv/rifas') })
  const read = () => readConfig(given(value))
  if (is === 'refused') {
    expect(read).toThrow(ConfigError)
    for (const said of [name, ...says]) expect(read).toThrow(said)
  } else if (is === 'trimmed') expect(read()).toEqual(readConfig(given(value.trim())))
  else if (begins) expect(`${read().publicUrl}/panel`).toBe(begins)
  else expect(read().publicUrl).toBe(new URL(value).origin)
})
