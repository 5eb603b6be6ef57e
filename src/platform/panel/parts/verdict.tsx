export type Verdict = 'bien' | 'aviso' | 'grave'

const WORDS: Record<Verdict, string> = { bien: 'Bien', aviso: 'Aviso', grave: 'Grave' }

/** Circle, triangle or octagon, with its mark: distinct without colour. */
const SHAPES: Record<Verdict, { ground: string; mark: string }> = {
  bien: { ground: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z', mark: 'm4.9 8.2 2.2 2.2 4-4.5' },
  aviso: { ground: 'M8 1.2 15.4 14.600H.6Z', mark: 'M8 6v4M8 12.300h.01' },
  grave: {
    ground: 'M5.1 1h5.800L15 5.100v5.800L10.9 15H5.100L1 10.900V5.100Z',
    mark: 'm5.6 5.6 4.8 4.800M10.4 5.600l-4.8 4.8',
  },
}

/** @param word whether its word is shown here; false if the text next to it has it. */
export function VerdictShape({ level, word = true }: { level: Verdict; word?: boolean }) {
  const { ground, mark } = SHAPES[level]
  const drawing = (
    <>
      <path d={ground} fill="currentColor" />
      <path
        d={mark}
        fill="none"
        stroke="var(--ground)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
  const className = `verdict-shape verdict-${level}`
  return word ? (
    <svg className={className} viewBox="0 0 16 16" role="img" aria-label={WORDS[level]}>
      <title>{WORDS[level]}</title>
      {drawing}
    </svg>
  ) : (
    <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
      {drawing}
    </svg>
  )
}
