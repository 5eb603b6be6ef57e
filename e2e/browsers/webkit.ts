import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { type Driven, type Transport, WINDOW } from './transport.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const [shell] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
/** WebKit of this machine: its driver, its smallest browser and a screen without a monitor; null when one of them is missing. */
export const webkit = existsSync(DRIVER) && existsSync(SCREEN) && shell ? shell : null

/** The key of an element in answers of WebDriver (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * WebKit, by WebDriver over HTTP. Each window has a driver and a browser of its own, which are killed with it: a browser that was asked to
 * end was seen to hang. Nothing is kept from one window to the next.
 */
export async function startWebkit(): Promise<Driven> {
  const screen = await startScreen()
  const settings = mkdtempSync(join(tmpdir(), 'tombola-webkit-'))
  // The bar above the page would make the window wider than a phone.
  mkdirSync(join(settings, 'gtk-3.0'))
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), '* { padding: 0; margin: 0; min-width: 0; font-size: 1px }')
  const env = { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: settings }
  return {
    async close() {
      await end(screen.child)
      removeFolder(settings)
    },
    async openWindow(): Promise<Transport> {
      const { driver, address } = await startDriver(env)
      const capabilities = {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: webkit, args: ['--automation'] } },
      }
      const { sessionId } = await ask(address, 'POST', '/session', { capabilities })
      const post = (path: string, body: object) => ask(address, 'POST', `/session/${sessionId}${path}`, body)
      await post('/window/rect', { x: 0, y: 0, ...WINDOW })
      return {
        async open(url) {
          await post('/url', { url })
        },
        async run(source, args) {
          const script = `return JSON.stringify((${source})(...JSON.parse(arguments[0])) ?? null)`
          return JSON.parse(await post('/execute/sync', { script, args: [JSON.stringify(args)] }))
        },
        async tap(x, y) {
          const at = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) }
          const actions = [at, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
          await post('/actions', {
            actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions }],
          })
        },
        async type(text) {
          const actions = [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ])
          await post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
        },
        async attach(selector, path) {
          const found = await post('/element', { using: 'css selector', value: selector })
          await post(`/element/${found[ELEMENT]}/value`, { text: path })
        },
        async picture() {
          return Buffer.from(await ask(address, 'GET', `/session/${sessionId}/screenshot`), 'base64')
        },
        close: () => end(driver, () => process.kill(-Number(driver.pid), 'SIGKILL')),
      }
    },
  }
}

/** A driver in a group of its own, with the browser that it starts. */
async function startDriver(env: NodeJS.ProcessEnv): Promise<{ driver: ChildProcess; address: string }> {
  const port = await ownPort()
  const address = `http://127.0.0.1:${port}`
  const given = ['--host=127.0.0.1', `--port=${port}`]
  const driver = spawn(DRIVER, given, { env, stdio: 'ignore', detached: true })
  while (!(await fetch(`${address}/status`).catch(() => null))?.ok) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
    await sleep(50)
  }
  return { driver, address }
}

/** A command that the driver answers at all is answered by then, in milliseconds. */
const LOST = 60_000

/** One command. @throws Error with what the driver says. */
// biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own.
async function ask(address: string, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${address}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(LOST),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${path} ${JSON.stringify(body ?? '').slice(0, 200)}: ${error}`)
  })
  const { value } = (await answer.json()) as { value: { message?: string } }
  if (!answer.ok) throw new Error(`${path}: ${value.message}`)
  return value
}

/** A screen of its own, whose number it finds by itself. */
async function startScreen(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn(SCREEN, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await new Promise<Buffer[]>((resolve) => child.stdout.once('data', (chunk) => resolve([chunk])))
  return { child, display: `:${number?.toString().trim()}` }
}

function end(child: ChildProcess, kill: () => void = () => child.kill()): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve())
    kill()
  })
}
