import { fstatSync, write } from 'node:fs'

/** Destination of lines, one after the other. `send` calls `done` when all of it is out, or with the error. */
export type Send = (bytes: Buffer, done: (error: Error | null) => void) => void

/** Limit of the bytes that may wait for a disk or a reader: some five thousand lines. */
const MOST_WAITING = 1024 * 1024

/**
 * A log that never makes anybody wait: lines that it cannot write wait up to a limit, and beyond it they are dropped and counted. When
 * it can write again it logs how many were lost.
 */
export function createLogSink(send: Send, mostWaiting = MOST_WAITING) {
  let waiting: string[] = []
  let size = 0
  let lost = 0
  let sending = false
  const idle: (() => void)[] = []

  function next(): void {
    if (sending || (waiting.length === 0 && lost === 0)) return
    sending = true
    const lines = waiting.length
    const told = lost
    const text = (told > 0 ? lostLine(told) : '') + waiting.join('')
    waiting = []
    size = 0
    lost = 0
    send(Buffer.from(text), (error) => {
      sending = false
      if (error) lost += lines + told
      for (const done of idle.splice(0)) done()
      // After an error the next line tries again: a full disk is not tried in a loop.
      if (!error && waiting.length > 0) next()
    })
  }

  return {
    write(line: string): void {
      if (size + line.length > mostWaiting) {
        lost++
        return
      }
      waiting.push(line)
      size += line.length
      next()
    },
    /** Waits until the kept lines are out, that many milliseconds at most. */
    async drain(patience: number): Promise<void> {
      const until = performance.now() + patience
      while (sending && performance.now() < until) {
        await new Promise<void>((resolve) => {
          idle.push(resolve)
          setTimeout(resolve, until - performance.now())
        })
      }
    },
  }
}

function lostLine(count: number): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 40, time, count, msg: `se perdieron ${count} líneas` })}\n`
}

let standard: ReturnType<typeof createLogSink> | undefined

/** The process's standard output. Nothing that happens to it, and nothing that does not, stops the process. */
export function standardOutput() {
  standard ??= createLogSink(isFile(1) ? toFile(1) : toStream(process.stdout))
  return standard
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

/** A pipe, a socket or a terminal: the stream takes as much as its reader does, and calls back then. */
export function toStream(stream: NodeJS.WritableStream): Send {
  // A reader that went away must not end the writer.
  stream.on('error', () => {})
  return (bytes, done) => {
    try {
      stream.write(bytes, (error) => done(error ?? null))
    } catch (error) {
      done(error as Error)
    }
  }
}

/** A file: written apart from the event loop, so that a disk that hangs holds up nothing else. */
export function toFile(fd: number): Send {
  let torn = false
  return (bytes, done) => {
    // Another line does not continue one that a full disk has cut.
    const whole = torn ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes
    const from = (offset: number) =>
      write(fd, whole, offset, whole.length - offset, null, (error, written) => {
        if (error) {
          torn = torn || offset > 0
          done(error)
        } else if (offset + written < whole.length) from(offset + written)
        else {
          torn = false
          done(null)
        }
      })
    from(0)
  }
}
