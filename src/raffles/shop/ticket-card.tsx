import type { ReactNode } from 'react'
import type { RaffleImage } from '../contract.ts'
import { Picture } from './picture.tsx'

interface Props {
  image: RaffleImage | null
  sizes: string
  first?: boolean
  /** What is printed on the ticket, and on its stub below the perforation. */
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
