/**
 * `npm run scan`: sqlmap and wapiti over every call of the API, with a signed-in owner where one is needed, and over the pages,
 * on a demo of its own. `-- --only token` takes the calls whose method, path or values have that in their names, `--program sqlmap`
 * and `--engine PostgreSQL` one of two. First both have to find the holes of a server that has them. Ends with 1 on a finding.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#app/server/build.ts'
import { findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'
import { signIn } from '../kill/load.ts'
import { createInstallation, startProduct } from '../support/product.ts'
import { type Door, openDoor } from './door.ts'
import { type ApiDocument, formsOf } from './forms.ts'
import { missingPackages, runSqlmap, runWapiti } from './programs.ts'
import { openVulnerable } from './vulnerable-server.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, program: { type: 'string' }, engine: { type: 'string' } },
})
const isWanted = (program: 'sqlmap' | 'wapiti') => (values.program ?? program) === program
const PAGES = [
  '/rifa',
  '/rifa1',
  '/rifas-anteriores',
  '/mi-compra',
  '/panel',
  '/robots.txt',
  '/sitemap.xml',
  '/api/docs',
]
/** Of each of wapiti's twelve modules. */
const ATTACK_SECONDS = 60
/** As for an operator behind https: what an address without it does not send is not missed. */
const PUBLIC_URL = 'https://rifas.ejemplo.test'
const say = (line: string) => void process.stdout.write(`${line}\n`)
const begun = performance.now()
const minutes = () => `${((performance.now() - begun) / 60_000).toFixed(1)} min`
let failed = false
const check = (held: boolean, what: string) => {
  if (!held) failed = true
  say(`${held ? 'ok    ' : 'FAILED'} ${what}`)
}

async function proveItself(): Promise<void> {
  const vulnerable = await openVulnerable()
  const door = await openDoor(vulnerable.address, formsOf(vulnerable.document, { nombre: 'uno' }), [], async () => ({}))
  try {
    const sqlmap = await runSqlmap(door, 'SQLite', 2)
    const calls = door.links.filter(({ form }) =>
      sqlmap.some((line) => line.startsWith(`${form.method} ${form.path} `)),
    )
    check(
      calls.length === door.links.length,
      `control: sqlmap finds ${calls.length} of ${door.links.length} holes of a server that has them`,
    )
    const wapiti = await runWapiti(door, ATTACK_SECONDS)
    const kinds = ['SQL Injection', 'Cross Site Scripting'].filter((kind) =>
      wapiti.some((line) => line.startsWith(kind)),
    )
    check(kinds.length === 2, `control: wapiti finds ${kinds.join(' and ') || 'nothing'} there`)
  } finally {
    await door.close()
    await vulnerable.close()
  }
}

/** @param folder of the demo, whose owner it tells. */
const signInDemo = (address: string, folder: string) =>
  signIn(address, JSON.parse(readFileSync(join(folder, 'operador-de-muestra.json'), 'utf8')), PUBLIC_URL)

async function scan(dbms: 'SQLite' | 'PostgreSQL', postgresUrl: string | null): Promise<void> {
  const installation = await createInstallation(postgresUrl)
  // The limits would refuse all but the first calls of a scanner, and what they refuse is not looked at.
  const product = await startProduct(
    { ...installation.env, ABUSE_LIMITS: 'off', PUBLIC_URL },
    'src/app/run.js demo',
    300_000,
  )
  try {
    const folder = installation.env['DATA_DIR'] ?? ''
    const asOwner = () => signInDemo(product.address, folder)
    const headers = await asOwner()
    const ask = async (path: string) => (await fetch(product.address + path, { headers })).json()
    const document = (await ask('/api/docs')) as ApiDocument
    const { compras } = (await ask('/api/panel/compras')) as { compras: { cedula: string; correo: string }[] }
    const forms = formsOf(document, { cedula: compras[0]?.cedula ?? '' }).filter((form) =>
      `${form.method} ${form.path} ${Object.keys(form.fields)}`.includes(values.only ?? ''),
    )
    const door = await openDoor(product.address, forms, PAGES, asOwner)
    try {
      say(
        `${dbms}: ${forms.length} calls of /api/docs, ${door.links.length} of them take ${fieldsOf(door).length} values`,
      )
      if (isWanted('wapiti')) await look(door, `wapiti, ${dbms}`, () => runWapiti(door, ATTACK_SECONDS))
      if (isWanted('sqlmap')) await look(door, `sqlmap, ${dbms}`, () => runSqlmap(door, dbms, 2))
      check(product.child.exitCode === null, `the server lives`)
    } finally {
      await door.close()
    }
  } finally {
    await product.stop()
    await installation.remove()
  }
}

const fieldsOf = ({ links }: Door) =>
  links.flatMap(({ form }) => Object.keys(form.fields).map((field) => `${form.method} ${form.path} ${field}`))

async function look(door: Door, name: string, run: () => Promise<string[]>): Promise<void> {
  door.forget()
  const findings = await run()
  const sent = [...door.statuses.values()].reduce((sum, count) => sum + count, 0)
  const untouched = fieldsOf(door).filter((field) => !door.attacks.has(field))
  check(findings.length === 0, `${name}: ${findings.length} findings in ${sent} requests, ${minutes()} since the start`)
  for (const finding of findings) say(`  ${finding}`)
  check(untouched.length === 0, `${name}: ${untouched.length} values were not attacked`)
  for (const field of untouched) say(`  ${field}`)
  const statuses = [...door.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  check(
    door.errors.size === 0,
    `${name}: ${door.errors.size} calls answered with an error of ours (${statuses.join(', ')})`,
  )
  for (const [call, error] of door.errors) say(`  ${call}: ${error.slice(0, 300)}`)
}

const missing = missingPackages()
if (missing.length > 0) {
  say(`The scan needs programs that this machine lacks: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
await ensureBuilt()
await proveItself()
if (values.engine !== 'PostgreSQL') await scan('SQLite', null)
const binaries = findBinaries()
if (values.engine !== 'SQLite') {
  if (binaries === null) {
    check(false, 'PostgreSQL is not installed (15 or newer)')
  } else {
    const server = await startPostgres(binaries)
    try {
      await scan('PostgreSQL', server.url)
    } finally {
      await server.stop()
    }
  }
}
say(`${minutes()}: ${failed ? 'something does not hold' : '0 findings'}`)
process.exitCode = failed ? 1 : 0
