import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { listening } from '#platform/server/testing/listening.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { notifySystemd } from './notify-systemd.ts'

let place: string
let port: number
/** Number of requests, and whether the server is silent. */
let asked = 0
let silent = false
let stop = () => {}
beforeEach(async () => {
  place = newFolder()
  asked = 0
  silent = false
  const server = createServer((socket) => {
    asked++
    socket.on('error', () => {}).on('data', () => silent || socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'))
  })
  port = await listening(server)
  // In place of systemd's program: one line a word, behind the socket that it was given.
  const script = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${join(place, 'told')}\n`
  writeFileSync(join(place, 'systemd-notify'), script, { mode: 0o755 })
})
afterEach(() => {
  stop()
})

const told = () => (existsSync(join(place, 'told')) ? readFileSync(join(place, 'told'), 'utf8').trim().split('\n') : [])
const signs = () => told().filter((line) => line.endsWith('WATCHDOG=1')).length

function notify(env: Record<string, string>): Record<string, string | undefined> {
  const given: Record<string, string | undefined> = { PATH: `${place}:/usr/bin:/bin`, ...env }
  stop = notifySystemd(
    { config: readConfig({ HOST: '127.0.0.1', PORT: String(port) }), log: createLog('silent') },
    given,
  )
  return given
}

test('it is ready, lives as long as it answers, and stops; its children know nothing of systemd', async () => {
  const env = notify({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '90000', WATCHDOG_PID: '1' })
  expect(Object.keys(env)).toEqual(['PATH'])
  await expect.poll(signs).toBeGreaterThan(2)
  expect(told()[0]).toBe('/run/notify READY=1')
  stop()
  await expect.poll(() => told().at(-1)).toBe('/run/notify STOPPING=1')
})

test('a server that takes calls and answers none gives no sign', async () => {
  silent = true
  notify({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '90000' })
  await expect.poll(() => asked).toBeGreaterThan(4)
  expect(signs()).toBe(0)
  // Control: the same server, once it answers.
  silent = false
  await expect.poll(signs).toBeGreaterThan(0)
})

test('without a watchdog only that it is ready; where systemd did not start it, nothing', async () => {
  notify({ WATCHDOG_USEC: '90000' })
  notify({ NOTIFY_SOCKET: '/run/notify' })
  await expect.poll(told).toEqual(['/run/notify READY=1'])
  expect(asked).toBe(0)
})
