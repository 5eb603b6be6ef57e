import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { lockDataFolder } from '#platform/server/db/instance-lock.ts'
import { migrate, type SchemaStep } from '#platform/server/db/migrate.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { holdFolder, newFolder } from '#platform/server/testing/new-folder.ts'
import { schema } from '../schema.ts'
import { serve } from '../serve.ts'
import { copyBeforeUpgrade, putBack, UpgradeError } from './before-upgrade.ts'

/** Steps that an earlier version knew: all but the last one. */
const FIRST = schema.slice(0, -1)
const LAST_OF_FIRST = FIRST.at(-1)?.name
/** A step of a version that is still to come. */
const LATER: SchemaStep = {
  name: '2099-01-01-01-later',
  up: async (db) => void (await db.schema.createTable('later').addColumn('id', 'integer').execute()),
}

/** An installation as a version left it. */
async function installed(steps: SchemaStep[]): Promise<string> {
  const folder = newFolder()
  const db = openSqlite(folder)
  await migrate(db, steps)
  await db.close()
  return folder
}

const copies = (folder: string) => readdirSync(join(folder, 'antes-de-actualizar')).sort()
function ask(folder: string, statement: string): unknown {
  const database = new DatabaseSync(join(folder, DATABASE_FILE))
  try {
    return database.prepare(statement).get()
  } finally {
    database.close()
  }
}
const mark = (folder: string, value: string) =>
  ask(
    folder,
    `insert into site_settings (clave, valor) values ('marca', '${value}') on conflict (clave) do update set valor = '${value}' returning valor`,
  )
const marked = (folder: string) => ask(folder, "select valor from site_settings where clave = 'marca'")

test('a folder of the previous version is copied, brought up to date and served; nobody else reads the copy', async () => {
  const folder = await installed(FIRST)
  mark(folder, 'primera')
  const running = await serve(readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  expect((await fetch(`${running.address}/api/salud`)).status).toBe(200)
  await running.stop()
  expect(marked(folder)).toEqual({ valor: 'primera' })
  expect(copies(folder)).toEqual([`${LAST_OF_FIRST}.sqlite`])
  expect(statSync(join(folder, 'antes-de-actualizar', `${LAST_OF_FIRST}.sqlite`)).mode & 0o077).toBe(0)
  // Up to date: nothing more is copied, nor of an empty folder.
  await copyBeforeUpgrade(folder, schema)
  expect(copies(folder)).toHaveLength(1)
  const empty = newFolder()
  await copyBeforeUpgrade(empty, schema)
  expect(readdirSync(empty)).toEqual([])
})

test('without a copy that it knows nothing is put back', async () => {
  const folder = await installed([...schema, LATER])
  expect(() => putBack(folder, schema, 1)).toThrow(/no hay una copia/)
})

test('a copy that was cut short does not count and is made again; the two newest stay', async () => {
  const folder = await installed(FIRST)
  await copyBeforeUpgrade(folder, schema)
  writeFileSync(join(folder, 'antes-de-actualizar', `${LAST_OF_FIRST}.sqlite.1.part`), 'half')
  writeFileSync(join(folder, 'antes-de-actualizar', `${LAST_OF_FIRST}.sqlite.1.part-journal`), 'half')
  writeFileSync(join(folder, 'antes-de-actualizar', 'a.sqlite'), '')
  writeFileSync(join(folder, 'antes-de-actualizar', 'b.sqlite'), '')
  // The earlier version sold on, and the upgrade is tried again.
  mark(folder, 'vendió más')
  await copyBeforeUpgrade(folder, schema)
  expect(copies(folder)).toHaveLength(2)
  const copy = new DatabaseSync(join(folder, 'antes-de-actualizar', `${LAST_OF_FIRST}.sqlite`))
  expect(copy.prepare("select valor from site_settings where clave = 'marca'").get()).toEqual({ valor: 'vendió más' })
  copy.close()
})

test('next to a server of the previous version nothing is changed; control: once it is gone it is', async () => {
  const folder = await installed(FIRST)
  const kill = await holdFolder(folder)
  await expect(copyBeforeUpgrade(folder, schema)).rejects.toThrow(UpgradeError)
  await kill()
  await copyBeforeUpgrade(folder, schema)
  expect(copies(folder)).toHaveLength(1)
  // Its own lock does not keep a server from its upgrade.
  const other = await installed(FIRST)
  const release = lockDataFolder(other)
  await copyBeforeUpgrade(other, schema)
  release()
  expect(copies(other)).toHaveLength(1)
})
