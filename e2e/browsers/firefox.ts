import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { type Driven, WINDOW } from './transport.ts'

const PATH = '/usr/bin/firefox-esr'
/** Firefox of this machine; null when there is none. */
export const firefox = existsSync(PATH) ? PATH : null

/** Firefox, by WebDriver BiDi, which it speaks by itself (https://w3c.github.io/webdriver-bidi/). */
export async function startFirefox(): Promise<Driven> {
  const profile = mkdtempSync(join(tmpdir(), 'tombola-firefox-'))
  const child = spawn(
    firefox ?? '',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      // As root it wants a home of its own.
      env: { ...process.env, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`Firefox ended: ${said}`)))
  })
  const send = await openBidi(`${address}/session`)
  await send('session.new', { capabilities: {} })
  return {
    async close() {
      child.kill()
      await ended
      removeFolder(profile)
    },
    async openWindow() {
      const { userContext } = await send('browser.createUserContext', {})
      const { context } = await send('browsingContext.create', { type: 'tab', userContext })
      await send('browsingContext.setViewport', { context, viewport: WINDOW })
      const target = { context }
      const call = (functionDeclaration: string, args: string) =>
        send('script.callFunction', {
          target,
          functionDeclaration,
          awaitPromise: true,
          arguments: [{ type: 'string', value: args }],
        })
      return {
        async open(url) {
          await send('browsingContext.navigate', { context, url, wait: 'complete' })
        },
        async run(source, args) {
          const { result, exceptionDetails } = await call(
            `async (args) => JSON.stringify((await (${source})(...JSON.parse(args))) ?? null)`,
            JSON.stringify(args),
          )
          if (exceptionDetails) throw new Error(exceptionDetails.text)
          return JSON.parse(result.value)
        },
        async tap(x, y) {
          const at = { type: 'pointerMove', x: Math.round(x), y: Math.round(y) }
          const actions = [at, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
          await send('input.performActions', {
            context,
            actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions }],
          })
        },
        async type(text) {
          const actions = [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ])
          await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
        },
        async attach(selector, path) {
          const { result } = await call('(selector) => document.querySelector(selector)', selector)
          await send('input.setFiles', { context, element: { sharedId: result.sharedId }, files: [path] })
        },
        async picture() {
          const { data } = await send('browsingContext.captureScreenshot', { context })
          return Buffer.from(data, 'base64')
        },
        async close() {
          await send('browser.removeUserContext', { userContext })
        },
      }
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own.
type Send = (method: string, params: object) => Promise<any>

/** A connection of commands, each with its answer. */
async function openBidi(url: string): Promise<Send> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no connection to ${url}`))
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(data as string)
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser ended'))
  }
  let last = 0
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}
