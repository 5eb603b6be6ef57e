import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'

const PAGE = 200

/** Reads every proof and compares its bytes with the data stored when it arrived. */
export async function auditProofs(ctx: Pick<Ctx, 'files'>, sql: Sql): Promise<string[]> {
  const problems: string[] = []
  for (let last = ''; ; ) {
    const page = await sql
      .selectFrom('proofs')
      .select(['id', 'sha256', 'bytes'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id, sha256, bytes } of page) {
      const file = await ctx.files.open(id)
      if (!file) continue
      const hash = createHash('sha256')
      for await (const part of file.stream) hash.update(part as Buffer)
      if (file.size !== bytes) problems.push(`proofs ${id}: bytes dice ${bytes} y el archivo tiene ${file.size}`)
      if (hash.digest('hex') !== sha256) problems.push(`proofs ${id}: el archivo no es el que llegó`)
    }
    const end = page.at(-1)
    if (!end || page.length < PAGE) return problems
    last = end.id
  }
}
