import { parseDay } from '#platform/clock.ts'

/** Whether a stranger's value has the right shape. */
export type Shape = (value: unknown) => boolean

/** Reads a stranger's value: what it returns has every field in its order, and no other. @throws Error for another shape. */
export type Reader<T> = (value: unknown) => T

export const that =
  <T>(is: Shape): Reader<T> =>
  (value) => {
    if (!is(value)) throw new Error('another shape')
    return value as T
  }

export const oneOf = <const T extends string>(...words: readonly T[]) => that<T>((value) => words.includes(value as T))
export const text = that<string>((value) => typeof value === 'string')
export const flag = that<boolean>((value) => typeof value === 'boolean')
export const whole = (least: number, most: number) =>
  that<number>((value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most)

/** `none` is null in a field that is always there, and undefined in one that may be left out. */
export const or =
  <T, None extends null | undefined>(none: None, read: Reader<T>): Reader<T | None> =>
  (value) =>
    value === none ? none : read(value)

export const list =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value) =>
    that<unknown[]>(Array.isArray)(value).map(read)

/** How each field of a record is read, in their order. A field that is read as undefined is not written. */
export type Fields<T> = { [Name in keyof T]-?: Reader<T[Name]> }

export const record =
  <T extends object>(fields: Fields<T>): Reader<T> =>
  (value) =>
    Object.fromEntries(
      Object.entries<Reader<unknown>>(fields).map(([name, read]) => [
        name,
        read((value as Record<string, unknown>)[name]),
      ]),
    ) as T

/** Records of several kinds, whose first field, `tipo`, names the kind. */
export const kinds =
  <T extends { tipo: string }>(
    of: {
      [Tipo in T['tipo']]: Fields<Omit<Extract<T, { tipo: Tipo }>, 'tipo'>>
    },
  ): Reader<T> =>
  (value) => {
    const { tipo } = value as T
    if (!Object.hasOwn(of, tipo)) throw new Error('another kind')
    return { tipo, ...record<object>(of[tipo as T['tipo']])(value) } as T
  }

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
