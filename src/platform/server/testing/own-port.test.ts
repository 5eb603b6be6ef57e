import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownPort } from './own-port.ts'

const HERE = join(import.meta.dirname, 'own-port.ts')

test('no port is given twice, to this process or to another, and each can be listened on', async () => {
  const first = await ownPort()
  const ports = [first, ...(await Promise.all(Array.from({ length: 9 }, () => ownPort(first))))]
  const script = `import(${JSON.stringify(HERE)}).then(async ({ ownPort }) => console.log(await ownPort(${first})))`
  ports.push(Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })))
  expect(new Set(ports).size).toBe(11)
  const server = createServer().listen(first, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
