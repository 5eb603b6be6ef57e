import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { ANSWER, ASK, type Asked, frame, readFrames } from './frames.ts'
import { limitedCommand } from './limited-command.ts'
import type { DrawLimits } from './limits.ts'

/** What a file did to the child that drew it. */
type FileProblem = 'ilegible' | 'tiempo' | 'memoria'
/** Why there was nobody to draw it. */
type ChildProblem = 'ocupado' | 'interrumpido'
type DrawProblem = FileProblem | ChildProblem

/** A file was not drawn. */
export class DrawFailure extends Error {
  readonly problem: DrawProblem
  constructor(problem: DrawProblem) {
    super(`not drawn: ${problem}`)
    this.problem = problem
  }

  /** What the file did, and would do again; null when it is not why. */
  get blame(): FileProblem | null {
    return this.problem === 'ocupado' || this.problem === 'interrumpido' ? null : this.problem
  }
}

/** A process that draws one file at a time. */
export interface Child {
  pid: number | undefined
  /** It draws no more: another has to be started. */
  readonly spent: boolean
  /** @throws DrawFailure; the child is ended then. */
  draw(kind: Asked, bytes: Uint8Array): Promise<Buffer>
  end(): void
}

/** How often the memory of a child at work is looked at, milliseconds. It grows by some 10 MB in that time. */
const LOOK_EVERY = 10
/** Milliseconds in which Node starts, 150 on an idle machine. */
const START_TIME = 20_000
/** Signals of who stops the whole service: the file that was being drawn has nothing to do with it. */
const FROM_OUTSIDE = new Set<NodeJS.Signals | null>(['SIGTERM', 'SIGINT', 'SIGHUP'])

/** Starts a child with its limits. @throws DrawFailure interrumpido when it does not get ready. */
export async function startChild(limits: DrawLimits): Promise<Child> {
  const { command, args, env } = limitedCommand(limits)
  // A group of its own: what ends the server at a keyboard does not end the child in the middle of a file.
  const process = spawn(command, args, { cwd: '/', env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'], detached: true })
  const [questions, , , answers] = process.stdio as unknown as [Socket, null, null, Socket]
  giveWay(process.pid, limits.niceness)
  // Idle, it keeps nobody alive.
  for (const held of [process, questions, answers]) held.unref()
  let waiting: { done(body: Buffer): void; fail(failure: DrawFailure): void } | null = null
  let blame: DrawProblem | null = null
  let spent = false
  let drawn = 0

  function end(): void {
    spent = true
    process.kill('SIGKILL')
  }

  function kill(problem: DrawProblem): void {
    blame ??= problem
    end()
  }

  answers.on(
    'data',
    readFrames(
      limits.output,
      (kind, body) => {
        if (kind === ANSWER.unreadable) waiting?.fail(new DrawFailure('ilegible'))
        else waiting?.done(body)
      },
      () => kill('memoria'),
    ),
  )
  // A pipe that breaks is told by the end.
  questions.on('error', () => {})
  answers.on('error', () => {})
  process.once('error', () => gone(null))
  process.once('close', (_code, signal) => gone(signal))

  function gone(signal: NodeJS.Signals | null): void {
    spent = true
    const outside = FROM_OUTSIDE.has(signal) ? 'interrumpido' : 'memoria'
    waiting?.fail(new DrawFailure(blame ?? outside))
  }

  /** Waits for one answer. The timer also keeps this process alive until then. */
  function answer(time: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => kill('tiempo'), time)
      const look = setInterval(() => {
        if (residentBytes(process.pid) > limits.memory) kill('memoria')
      }, LOOK_EVERY)
      const over = () => {
        clearTimeout(timer)
        clearInterval(look)
        waiting = null
      }
      waiting = {
        done(body) {
          over()
          resolve(body)
        },
        fail(failure) {
          over()
          reject(failure)
        },
      }
    })
  }

  try {
    await answer(START_TIME)
  } catch {
    throw new DrawFailure('interrumpido')
  }
  return {
    pid: process.pid,
    get spent() {
      return spent
    },
    async draw(kind, bytes) {
      if (spent) throw new DrawFailure('interrumpido')
      const answered = answer(limits.time)
      for (const part of frame(ASK[kind], bytes)) questions.write(part)
      try {
        const picture = await answered
        // PDFium keeps what it allocated, and whatever a document did to it.
        if (kind === 'page' || ++drawn >= limits.files) end()
        return picture
      } catch (failure) {
        end()
        throw failure
      }
    },
    end,
  }
}

/** A system that does not let it be set runs the child as any other. */
function giveWay(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + niceness, 19))
  } catch {}
}

/** Memory in use by a process; 0 where the system does not tell (only Linux does). */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return 0
  }
}
const PAGE = 4_096
