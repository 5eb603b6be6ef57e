import { randomBytes } from 'node:crypto'
import { databaseBeside } from '#platform/server/db/hosts/database-hosts.ts'

/** With the instant at which it was made: one that nobody has opened yet is not left over. */
const NAME = /^tombola_verifica_(?:([0-9a-z]{8})_)?[0-9a-f]{12}$/
const LEFT = 3_600_000

/** An empty database next to the given one. Leftovers of killed runs are removed first: they hold all of a shop's data. */
export async function createScratch(given: string): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  await sweep(given)
  const name = `tombola_verifica_${Date.now().toString(36)}_${randomBytes(6).toString('hex')}`
  await run(given, `create database ${name}`)
  return {
    databaseUrl: databaseBeside(given, name),
    drop: async () => void (await run(given, `drop database ${name} with (force)`)),
  }
}

/** Without force: one in which somebody works refuses, and stays. */
async function sweep(given: string): Promise<void> {
  const ours = await run(given, 'select datname from pg_database where pg_get_userbyid(datdba) = current_user')
  for (const { datname } of ours) {
    const [found, made] = NAME.exec(datname) ?? []
    if (found === undefined || (made !== undefined && Date.now() - Number.parseInt(made, 36) < LEFT)) continue
    await run(given, `drop database ${datname}`).catch(() => {})
  }
}

async function run(databaseUrl: string, statement: string): Promise<{ datname: string }[]> {
  const { connectHost } = await import('#platform/server/db/hosts/host-client.ts')
  const client = await connectHost(databaseUrl)
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
