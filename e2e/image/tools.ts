import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** In place of Debian's own image, which is of a registry. */
export const BASE = 'localhost/debian:13-slim'
/** By version: this one, and one that knows a step of the schema more. */
export const IMAGES = { '0.1.0': 'localhost/tombola:0.1.0', '0.2.0': 'localhost/tombola:0.2.0' } as const
/** Stands in files beside the sources that no layer may hold. */
export const SECRET = 'nobody-else-may-read-this'

interface Ran {
  status: number | null
  /** Its output. */
  output: string
  /** Its errors. */
  errors: string
}

/** Runs a program to its end. @param input what it reads. */
export function run(program: string, args: string[], input = ''): Ran {
  const ended = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (ended.error) throw ended.error
  return { status: ended.status, output: ended.stdout.trim(), errors: ended.stderr.trim() }
}

/** @throws Error when it did not end well. @returns what it said. */
export function must(program: string, args: string[], input = ''): string {
  const { status, output, errors } = run(program, args, input)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${output}\n${errors}`)
  return output
}

/** Images, containers and volumes are in this folder alone. */
const storeOf = (place: string) => [
  ...['--root', join(place, 'store'), '--runroot', join(place, 'run')],
  ...['--storage-driver', 'vfs'],
]

export const buildah = (place: string, args: string[]) => must('buildah', [...storeOf(place), ...args])

export const podman = (place: string, args: string[], input = '') =>
  run('podman', [...storeOf(place), '--cgroup-manager', 'cgroupfs', ...args], input)
