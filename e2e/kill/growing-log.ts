/**
 * A database that is written to until its log has begun anew twice, in a process whose first thread may flush nothing between opening and
 * closing it. Takes its folder and the file that says how the storage is (bad-storage.ts); prints how often the log began anew and
 * how many rows there are, written and found.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openSqlite } from '#platform/server/db/sqlite.ts'

const [folder = '', state = ''] = process.argv.slice(2)
const ROW = 'x'.repeat(1_000_000)
/** Far more than it takes. */
const MOST = 1_000

const db = openSqlite(folder)
await db.write('x', (tx) => sql`create table notas (texto text) strict`.execute(tx))
const looking = new DatabaseSync(join(folder, 'tombola.sqlite'))
const frames = () => Number(looking.prepare('pragma wal_checkpoint(noop)').get()?.['log'])
writeFileSync(state, 'elsewhere')
let [written, began, before] = [0, 0, 0]
while (began < 2 && written < MOST) {
  await db.write('x', (tx) => sql`insert into notas values (${ROW})`.execute(tx))
  written++
  const now = frames()
  if (now < before) began++
  before = now
}
const { rows } = await sql<{ found: number }>`select count(*) as found from notas`.execute(db.read)
writeFileSync(state, '')
looking.close()
await db.close()
process.stdout.write(JSON.stringify({ began, written, found: rows[0]?.found }))
