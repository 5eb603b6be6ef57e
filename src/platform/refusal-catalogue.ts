/**
 * A refusal: its status and title, what happened and what now where that is always the same, and after how many seconds to come back. What
 * each means to a program stands in docs/errors.md; checks/errors.test.ts compares them.
 */
export type Refusal = readonly [status: number, error: string, details?: string, wait?: number]

export type Catalogue = Readonly<Record<string, Refusal>>
