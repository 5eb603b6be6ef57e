import type { ReactNode } from 'react'

interface Props {
  /** On the server, what to draw. In the browser undefined, or what it loaded itself instead. */
  part: ReactNode | undefined
  as?: 'div' | 'span'
}

/** A part that only the server draws: the browser keeps it, without the code that made it. */
export function Drawn({ part, as: Tag = 'div' }: Props) {
  return part === undefined ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; it tells React to leave what the server drew.
    <Tag key="kept" className="drawn" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
  ) : (
    <Tag key="drawn" className="drawn">
      {part}
    </Tag>
  )
}
