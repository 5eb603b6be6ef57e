import { sizeText } from '#platform/size-text.ts'

/** Size of a copy, `1 MB` at least: none is empty. */
export const copySize = (bytes: number) => sizeText(Math.max(bytes, 2 ** 20))
