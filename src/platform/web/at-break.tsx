import { Fragment, type ReactNode } from 'react'

/** An address that is too long for its line breaks before its dots and its @, not inside a word. */
export function atBreak(text: string): ReactNode {
  return text.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places.
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ))
}
