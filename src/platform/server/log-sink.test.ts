import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLogSink } from './log-sink.ts'
import { newFolder } from './testing/new-folder.ts'

const LINE = `${'x'.repeat(99)}\n`

/** A destination that answers on the test's command. */
function slowPlace() {
  const sent: string[] = []
  let answer: (error: Error | null) => void = () => {}
  const sink = createLogSink((bytes, done) => {
    sent.push(bytes.toString())
    answer = done
  }, 1_000)
  return { sink, sent, answer: (error: Error | null = null) => answer(error) }
}

test('lines go out in their order, waiting ones together in one piece', () => {
  const { sink, sent, answer } = slowPlace()
  for (const line of ['a\n', 'b\n', 'c\n']) sink.write(line)
  answer()
  answer()
  sink.write('d\n')
  answer()
  expect(sent).toEqual(['a\n', 'b\nc\n', 'd\n'])
})

test('beyond its limit lines are dropped and counted, and it reports them when it can write again', () => {
  const { sink, sent, answer } = slowPlace()
  for (let line = 0; line < 50; line++) sink.write(LINE)
  answer()
  expect(sent).toHaveLength(2)
  const [told, ...kept] = (sent[1] ?? '').split('\n')
  expect(JSON.parse(told ?? '')).toMatchObject({ level: 40, count: 39, msg: 'se perdieron 39 líneas' })
  expect(kept.filter(Boolean)).toHaveLength(10)
})

test('a line that a full disk refused is counted, and each later line tries again', () => {
  const { sink, sent, answer } = slowPlace()
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  for (const line of ['a\n', 'b\n']) {
    sink.write(line)
    answer(full)
  }
  sink.write('c\n')
  answer()
  expect(sent.at(-1)).toMatch(/"count":2,"msg":"se perdieron 2 líneas"}\nc\n$/)
})

let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

/**
 * A process that logs 20,000 lines immediately, then beats on its other channel until it is asked to end.
 * @param destination of its log, as code; by itself our own.
 */
function startTalker(stdout: number, destination = 'undefined'): ChildProcess {
  const script = `
    import { writeSync } from 'node:fs'
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = createLog('info', ${destination})
    process.on('SIGTERM', () => { process.send('stopping'); process.exit(0) })
    for (let line = 0; line < 20_000; line++) log.info({ count: line }, ${JSON.stringify('x'.repeat(200))})
    setInterval(() => { log.info({}, 'still here'); process.send('beat') }, 20)`
  child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  return child
}

async function beats(talker: ChildProcess, count: number): Promise<void> {
  for (let beat = 0; beat < count; beat++) await new Promise((resolve) => talker.once('message', resolve))
}

async function endsOnTerm(talker: ChildProcess): Promise<void> {
  const ended = new Promise<number | null>((resolve) => talker.once('exit', resolve))
  talker.kill('SIGTERM')
  expect(await ended).toBe(0)
}

test('a pipe that nobody reads stops nothing: SIGTERM is served; control: a log that waits for its reader stops the process', async () => {
  const place = newFolder()
  const pipe = (name: string) => {
    execFileSync('mkfifo', [join(place, name)])
    return openSync(join(place, name), constants.O_RDWR)
  }
  const unread = pipe('unread')
  const waiting = startTalker(unread, '{ write: (line) => void writeSync(1, line) }')
  const said: unknown[] = []
  waiting.on('message', (word) => said.push(word))
  const ended = once(waiting, 'exit')
  const look = openSync(join(place, 'unread'), constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // It has begun, and its remaining lines are sixty times the buffers in between.
    await expect.poll(() => readSync(look, Buffer.alloc(1))).toBe(1)
    waiting.kill('SIGTERM')
    // In the time in which ours beats and ends, nothing.
    const other = pipe('other')
    const ours = startTalker(other)
    await beats(ours, 10)
    await endsOnTerm(ours)
    closeSync(other)
    expect([said, waiting.exitCode, waiting.signalCode]).toEqual([[], null, null])
  } finally {
    waiting.kill('SIGKILL')
    await ended
    for (const end of [look, unread]) closeSync(end)
  }
})

test.each([
  ['a reader that goes away', constants.O_RDWR],
  ['a full device', constants.O_WRONLY],
])('%s stops nothing either', async (what, mode) => {
  const pipe = join(newFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const out = openSync(what === 'a full device' ? '/dev/full' : pipe, mode)
  const talker = startTalker(out)
  closeSync(out)
  await beats(talker, 10)
  await endsOnTerm(talker)
})
