import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { readStructure } from '#platform/server/testing/read-structure.ts'
import { schema } from './schema.ts'

/** What both engines said of the schema before its tables were declared. It goes with the last room that is declared so. */
onBothEngines('the schema', (setup) => {
  test('says what it said, object by object', async () => {
    const { db } = await setup.context({ schema })
    const file = join(import.meta.dirname, 'testing', `structure-${db.dialect.name}.txt`)
    const facts = await readStructure(db)
    if (!existsSync(file)) writeFileSync(file, `${facts.join('\n')}\n`)
    expect(facts).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
  })
})
