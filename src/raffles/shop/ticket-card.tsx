import type { ReactNode } from 'react'
import type { RaffleImage } from '../contract.ts'
import { Picture } from './picture.tsx'

/** A title of this length or more is printed smaller, so that a phone still shows the part below it. */
const LONG = 44

interface Props {
  image: RaffleImage | null
  sizes: string
  first?: boolean
  /** Print on the ticket, and on its stub below the perforation. */
  children: ReactNode
  stub: ReactNode
}

/** A raffle as a paper ticket: picture, print, a torn line, a stub. */
export function TicketCard({ image, sizes, first = false, children, stub }: Props) {
  return (
    <article className="ticket">
      <Picture image={image} sizes={sizes} first={first} />
      <div className="ticket-print">{children}</div>
      <div className="ticket-stub">{stub}</div>
    </article>
  )
}

/** The raffle's title as the heading of its page or of its ticket. */
export function RaffleTitle({ level: Heading, children }: { level: 'h1' | 'h2'; children: string }) {
  return <Heading data-long={children.length > LONG || undefined}>{children}</Heading>
}
