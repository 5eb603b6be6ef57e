import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { ANSWER, frame, readFrames } from './frames.ts'
import { limitedCommand } from './limited-command.ts'
import type { LimitedProgram, WorkLimits } from './limits.ts'

/** Effect of a file on the child that worked on it. */
type FileProblem = 'ilegible' | 'tiempo' | 'memoria'
/** Why there was nobody to work on it. */
type ChildProblem = 'ocupado' | 'interrumpido'
export type WorkProblem = FileProblem | ChildProblem

/** A file was not worked on. */
export class WorkFailure extends Error {
  readonly problem: WorkProblem
  /** The child's message about a file that is `ilegible`. */
  readonly said: string
  constructor(problem: WorkProblem, said = '') {
    super(`not done: ${problem}`)
    this.problem = problem
    this.said = said
  }

  /** The file's effect, which would happen again; null when the file is not the cause. */
  get blame(): FileProblem | null {
    return this.problem === 'ocupado' || this.problem === 'interrumpido' ? null : this.problem
  }
}

/** A process that works on one file at a time. */
export type Child = Awaited<ReturnType<typeof startChild>>

/** How often the memory of a child at work is looked at, milliseconds. It grows by some 10 MB in that time. */
const LOOK_EVERY = 10
/** Signals that stop the whole service: the current file has nothing to do with them. */
const FROM_OUTSIDE = new Set<NodeJS.Signals | null>(['SIGTERM', 'SIGINT', 'SIGHUP'])

/** Starts a child with its limits. @throws WorkFailure interrumpido when it does not get ready. */
export async function startChild(program: LimitedProgram, limits: WorkLimits) {
  const { command, args, env } = limitedCommand(program, limits)
  // A group of its own: a key that ends the server at a terminal does not end the child in the middle of a file.
  const process = spawn(command, args, { cwd: '/', env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'], detached: true })
  const [questions, , , answers] = process.stdio as unknown as [Socket, null, null, Socket]
  giveWay(process.pid, limits.niceness)
  // Idle, it keeps nobody alive.
  for (const held of [process, questions, answers]) held.unref()
  let waiting: { done(body: Buffer): void; fail(failure: WorkFailure): void } | null = null
  let blame: WorkProblem | null = null
  let spent = false
  let worked = 0

  function end(): void {
    spent = true
    process.kill('SIGKILL')
  }

  function kill(problem: WorkProblem): void {
    blame ??= problem
    end()
  }

  answers.on(
    'data',
    readFrames(
      limits.output,
      (kind, body) => {
        if (kind === ANSWER.refused) waiting?.fail(new WorkFailure('ilegible', body.toString()))
        else waiting?.done(body)
      },
      () => kill('memoria'),
    ),
  )
  // A broken pipe shows in the end of the process.
  questions.on('error', () => {})
  answers.on('error', () => {})
  process.once('error', () => gone(null))
  process.once('close', (_code, signal) => gone(signal))

  function gone(signal: NodeJS.Signals | null): void {
    spent = true
    const outside = FROM_OUTSIDE.has(signal) ? 'interrumpido' : 'memoria'
    waiting?.fail(new WorkFailure(blame ?? outside))
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
    await answer(limits.start)
  } catch {
    throw new WorkFailure('interrumpido')
  }
  return {
    pid: process.pid,
    /** It works no more: another has to be started. */
    get spent() {
      return spent
    },
    /** @throws WorkFailure; the child is ended then. */
    async ask(kind: number, bytes: Uint8Array): Promise<Buffer> {
      if (spent) throw new WorkFailure('interrumpido')
      const answered = answer(limits.time)
      for (const part of frame(kind, bytes)) questions.write(part)
      try {
        const done = await answered
        if (++worked >= limits.files) end()
        return done
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

/** Memory in use by a process; 0 if the system does not report it (only Linux does). */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return 0
  }
}
const PAGE = 4_096
