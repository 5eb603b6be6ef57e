/**
 * Loaded into a server (`--import`) that is to be killed in mid-upgrade: it ends by SIGKILL just before what it would say to its
 * database for the `KILL_AT`th time. `COUNT_FILE` gets how often it has spoken until the last step of the schema, and until it listens.
 */
import { writeFileSync } from 'node:fs'
import { Server, Socket } from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const killAt = Number(process.env['KILL_AT'] ?? Number.POSITIVE_INFINITY)
const countFile = process.env['COUNT_FILE']
let said = 0
let steps = 0

function say(words: string): void {
  said++
  if (said >= killAt) process.kill(process.pid, 'SIGKILL')
  if (words.includes('into "schema_steps"')) steps = said
}

/** Says so of each call of that method before it is made. */
function tell<T extends object>(prototype: T, name: keyof T, words: (self: T, first: unknown) => string): void {
  const before = prototype[name] as (...args: unknown[]) => unknown
  prototype[name] = function (this: T, ...args: unknown[]) {
    say(words(this, args[0]))
    return before.apply(this, args)
  } as T[keyof T]
}

tell(DatabaseSync.prototype, 'exec', (_, text) => String(text))
for (const name of ['run', 'get', 'all', 'iterate'] as const)
  tell(StatementSync.prototype, name, (self) => self.sourceSQL)
// The server of the database, and nobody else whom a start speaks to.
tell(Socket.prototype, 'write', (_, bytes) => (Buffer.isBuffer(bytes) ? bytes.toString('latin1') : String(bytes)))

const listen = Server.prototype.listen as (...args: unknown[]) => Server
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  if (countFile) writeFileSync(countFile, JSON.stringify({ steps, listening: said }))
  return listen.apply(this, args)
} as typeof listen
