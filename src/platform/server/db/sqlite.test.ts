import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { openSqlite } from './sqlite.ts'

test('a database on a disk that only reads closes; control: a write at the close is refused', async () => {
  const db = openSqlite(newFolder())
  const writer = await db.write('x', async (tx) => {
    await sql`create table notas (texto text) strict`.execute(tx)
    await sql`create index notas_por_texto on notas (texto)`.execute(tx)
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000) insert into notas select i from n`.execute(
      tx,
    )
    return tx
  })
  await sql`select * from notas where texto = '1'`.execute(writer)
  await sql`pragma query_only = on`.execute(writer)
  await expect(sql`pragma optimize`.execute(writer)).rejects.toThrow(/readonly/)
  await db.close()
})
