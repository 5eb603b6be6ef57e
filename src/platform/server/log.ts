import { pino } from 'pino'
import type { Config } from './config.ts'
import { standardOutput } from './log-sink.ts'

/**
 * The only fields of a log line: a field that is not listed is dropped before it is written, so
 * that a name, a cédula, a phone, an e-mail or a reference cannot get there by accident.
 */
export interface LogFields {
  /** Template of the path, such as `/api/rifas/participante/cedula/:cedula`, never the path itself. */
  route?: string
  method?: string
  status?: number
  code?: string
  milliseconds?: number
  request?: string
  rifa?: number
  compra?: number
  correo_id?: number
  attempt?: number
  count?: number
  steps?: string
  port?: number
  /** Class and stack of an unexpected error, without its message, which may quote data. */
  failure?: string
}

const ALLOWED = new Set<string>([
  'route',
  'method',
  'status',
  'code',
  'milliseconds',
  'request',
  'rifa',
  'compra',
  'correo_id',
  'attempt',
  'count',
  'steps',
  'port',
  'failure',
] satisfies (keyof LogFields)[])

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
