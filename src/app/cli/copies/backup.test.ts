import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { startS3Server } from '#platform/server/testing/s3-server.ts'
import { inside } from '../../server/testing/copied-shop.ts'
import { backupCommand, verifyCommand } from './backup.ts'

const server = await startS3Server()
afterAll(() => server.close())

function backup(env: Record<string, string>, options: Record<string, string>) {
  return inside(readConfig({ DATA_DIR: newFolder(), ...env }), (ctx) => backupCommand.run(ctx, [], options))
}

test('a shop whose files are in its folder copies to a bucket: named once, or every night', async () => {
  const to = 's3://rifas/copias'
  const lugar = (name: string) => ({ data: { lugar: `s3://rifas/${name}/` }, failed: false })
  expect(await backup(server.copiesEnv, { to })).toMatchObject(lugar('copias'))
  expect(await backup({ ...server.copiesEnv, BACKUP_TO: 's3://rifas/noches' }, {})).toMatchObject(lugar('noches'))
  const seen = await verifyCommand.look(readConfig({ DATA_DIR: newFolder(), ...server.copiesEnv }), [to], {})
  expect(seen).toMatchObject({ failed: false, data: { problemas: [], sin_abrir: null } })
})

test('a bucket is entered with the keys of the shop’s files where no others are given; control: where nothing is', async () => {
  const to = 's3://rifas/tambien'
  expect(await backup({ ...server.env, S3_PREFIX: 'vivo' }, { to })).toMatchObject({ failed: false })
  const wrong = { ...server.copiesEnv, BACKUP_S3_SECRET_ACCESS_KEY: 'otro' }
  await expect(backup({ ...server.env, S3_PREFIX: 'vive', ...wrong }, { to })).rejects.toMatchObject({ trouble: 'key' })
  await expect(backup({}, { to })).rejects.toMatchObject({
    code: 'DATOS_INVALIDOS',
    details: expect.stringContaining('BACKUP_S3_ENDPOINT'),
  })
})

test('a plain copy that is named with a passphrase is reported as not sealed', async () => {
  const place = newFolder()
  const { data } = await backup({}, { to: place })
  const { copia } = data as { copia: string }
  const config = readConfig({ DATA_DIR: newFolder(), BACKUP_PASSPHRASE: 'cinco palabras que nadie junta' })
  expect((await verifyCommand.look(config, [`${place}/${copia}`], {})).text).toContain('No está cifrado')
  const without = { ...config, backup: { ...config.backup, passphrase: null } }
  expect((await verifyCommand.look(without, [place], {})).text).not.toContain('cifrado')
})
