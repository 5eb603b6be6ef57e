import { pino } from 'pino'
import type { Config } from './config.ts'
import { standardOutput } from './log-sink.ts'

/**
 * The only fields of a log line: a field that is not listed is dropped before it is written, so that a name, a cédula, a phone, an e-mail
 * or a reference cannot get there by accident. `route` is the template of a path, never the path itself; `failure` the class and stack of
 * an unexpected error, without its message, which may quote data.
 */
const TEXTS = ['route', 'method', 'code', 'request', 'steps', 'failure'] as const
const NUMBERS = ['status', 'milliseconds', 'rifa', 'compra', 'correo_id', 'attempt', 'count', 'port'] as const
const ALLOWED = new Set<string>([...TEXTS, ...NUMBERS])

export type LogFields = Partial<Record<(typeof TEXTS)[number], string> & Record<(typeof NUMBERS)[number], number>>

export interface Log {
  info(fields: LogFields, event: string): void
  warn(fields: LogFields, event: string): void
  error(fields: LogFields, event: string): void
}

/** Lines of JSON on standard output, which never make anybody wait (log-sink.ts). */
export function createLog(
  level: Config['logLevel'],
  destination: { write(line: string): void } = standardOutput(),
): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  const logger = pino(options, destination)
  const only = (fields: LogFields) => Object.fromEntries(Object.entries(fields).filter(([key]) => ALLOWED.has(key)))
  return {
    info: (fields, event) => logger.info(only(fields), event),
    warn: (fields, event) => logger.warn(only(fields), event),
    error: (fields, event) => logger.error(only(fields), event),
  }
}

/** An unexpected error for the log: its kind and origin, without its message. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  // SQLite's own number tells the cause; the code is the same for all of them.
  const codes = ['code', 'errcode'].map((name) => (name in error ? ` ${String(Reflect.get(error, name))}` : ''))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return `${error.name}${codes.join('')}\n${frames.slice(0, 12).join('\n')}`
}

/** One raffle's part of a run: a fault of it is logged, and keeps none of the others from theirs. */
export async function apart(
  { log }: { log: Pick<Log, 'error'> },
  rifa: number,
  fault: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ failure: describeFailure(error), code: `rifa:${rifa}` }, fault)
  }
}
