/**
 * A refusal: its status and title, details where they are always the same, and seconds until a retry. docs/errors.md explains each to programs;
 * checks/errors.test.ts compares the two.
 */
export type Refusal = readonly [status: number, error: string, details?: string, wait?: number]

export type Catalogue = Readonly<Record<string, Refusal>>
