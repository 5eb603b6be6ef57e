import { parseDay } from '#platform/clock.ts'

/** Whether a stranger's value has the right shape. */
export type Shape = (value: unknown) => boolean

/** @throws Error when it is not. */
export function field<T>(value: T, is: Shape): T {
  if (!is(value)) throw new Error('another shape')
  return value
}

export const isWhole =
  (least: number, most: number): Shape =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most

/** `2026-12-20T20:00:00-04:00`: an instant as it is written in Caracas. */
export const isInstantText: Shape = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d-04:00$/.test(value) &&
  parseDay(value.slice(0, 10)) !== null

/** `22:00` */
export const isDayTime: Shape = (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

/** Lower-case hexadecimal of that many bytes. */
export const isHex =
  (bytes: number): Shape =>
  (value) =>
    typeof value === 'string' && value.length === bytes * 2 && /^[\da-f]*$/.test(value)
