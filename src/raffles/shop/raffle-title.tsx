/** From this length on a title is printed smaller, so that a phone still shows what follows it. */
const LONG = 44

/** The raffle's title as the heading of its page or of its ticket. */
export function RaffleTitle({ level: Heading, children }: { level: 'h1' | 'h2'; children: string }) {
  return <Heading data-long={children.length > LONG || undefined}>{children}</Heading>
}
