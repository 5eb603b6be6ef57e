import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { ROOT } from '../build-stamp.ts'
import { openShop } from '../testing/shop.ts'
import { createMetrics } from './metrics.ts'

/** Every metric of ours that a text speaks of. */
const named = (text: string) => [...new Set(text.match(/tombola_\w+/g) ?? [])]
const fileOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

onSqlite('dashboards and alerts', (setup) => {
  test('names only metrics that there are; control: one that is not is found', async () => {
    const { ctx } = await openShop(setup)
    const scraped = await (await createMetrics(ctx)).scrape()
    const declared = [...scraped.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    )
    const there = new Set(declared)
    const { panels } = JSON.parse(fileOf('deploy/grafana/tombola.json')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const rules = [...fileOf('deploy/prometheus/tombola-alerts.yml').matchAll(/expr: (.*)/g)].map(([, expr]) => expr)
    expect(queries.length).toBeGreaterThan(20)
    expect(rules.length).toBeGreaterThan(8)
    const missing = (texts: unknown[]) => named(texts.join('\n')).filter((name) => !there.has(name))
    expect(missing([...queries, ...rules])).toEqual([])
    expect(missing(['rate(tombola_nothing_total[5m])'])).toEqual(['tombola_nothing_total'])
    // And the docs for sysadmins name every metric.
    const manual = fileOf('docs/watching.md')
    const told = [...there].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    expect([...new Set(told)].filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
  })
})
