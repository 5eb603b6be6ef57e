import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { type Config, readConfig } from '#platform/server/config.ts'
import { databaseBeside } from '#platform/server/db/hosts/host-client.ts'
import { administer, nameOfDatabase } from '#platform/server/testing/databases-of-runs.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import type { Shop } from './shop.ts'

const databases: [server: string, name: string][] = []
afterAll(async () => {
  for (const [server, name] of databases.splice(0)) {
    await administer(server, (client) => client.query(`drop database ${name} with (force)`))
  }
})

/** Another machine: an empty folder, and an empty database next to the shop's. */
export async function otherMachine({ ctx }: Shop, env: Record<string, string> = {}): Promise<Config> {
  const config = readConfig({ DATA_DIR: newFolder(), ...env })
  const { databaseUrl } = ctx.config
  if (databaseUrl === null) return config
  const name = nameOfDatabase(randomBytes(10).toString('hex'))
  const server = databaseBeside(databaseUrl, 'postgres')
  await administer(server, (client) => client.query(`create database ${name}`))
  databases.push([server, name])
  return { ...config, databaseUrl: databaseBeside(databaseUrl, name) }
}
