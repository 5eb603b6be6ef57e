import { z } from 'zod'

/** The largest whole number that a column of both databases keeps. */
export const LARGEST = 2_147_483_647

/** A whole number that a client sends back, as an id or a version: one that no row can have is wrong, and never reaches the database. */
export const wholeNumber = z.number().int().max(LARGEST)

/** The same out of an address. */
export const wholeNumberText = z.coerce.number().int().max(LARGEST)

/** A number in a path, written in the one way that it is: absent and malformed are the same to the caller. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(LARGEST))
