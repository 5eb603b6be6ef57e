import { createElement, type ReactNode } from 'react'

/** An address that is too long for its line breaks before its dots and its @, not inside a word. */
export function atBreak(text: string): ReactNode {
  return text.split(/(?=[@.])/).flatMap((part, at) => [createElement('wbr', { key: `${at}${part}` }), part])
}
