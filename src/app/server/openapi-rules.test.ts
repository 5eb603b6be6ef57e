import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { openShop, signInOwner } from './testing/shop.ts'

/** Violations of Spectral's recommended rules for OpenAPI. */
async function findIn(document: object): Promise<string[]> {
  const linter = new spectral.Spectral()
  // Its types know no rules without a ruleset that they extend; its rules are such.
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })
  const found = await linter.run({ ...document })
  return found.map(({ code, path }) => `${code} ${path.join('.')}`)
}

onSqlite('the document of the API, by the rules of Spectral', (setup) => {
  test('has no finding, for strangers and for operators, and has one as soon as it is broken', async () => {
    const shop = await openShop(setup)
    const read = async (headers: Record<string, string>) =>
      (await shop.app.inject({ url: '/api/docs', headers })).json()
    expect(await findIn(await read({}))).toEqual([])
    const whole = await read(await signInOwner(shop))
    expect(await findIn(whole)).toEqual([])

    delete whole.info.contact
    const { get, post } = whole.paths['/api/panel/tasa']
    post.operationId = get.operationId
    post.tags = ['otra']
    post.description = ''
    get.responses['200'].content['application/json'].schema.type = 'objeto'
    expect((await findIn(whole)).sort()).toEqual([
      'info-contact info',
      'oas3-schema paths./api/panel/tasa.get.responses.200.content.application/json.schema.type',
      'operation-description paths./api/panel/tasa.post.description',
      'operation-operationId-unique paths./api/panel/tasa.post.operationId',
      'operation-tag-defined paths./api/panel/tasa.post.tags.0',
    ])
  })
})
