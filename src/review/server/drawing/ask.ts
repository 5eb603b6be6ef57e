/** Requests to the child that draws. */
export const ASK = { page: 1, picture: 2, sketch: 3 } as const
export type Asked = keyof typeof ASK
