/** A ticket with a hole at each side, in the operator's colour. */
export function Logo() {
  return (
    <svg className="logo-mark" viewBox="0 0 32 24" aria-hidden="true">
      <path
        className="logo-ticket"
        d="M3.2 2h25.6A1.2 1.2 0 0 1 30 3.2v5.3a3.6 3.6 0 0 0 0 7v5.3a1.2 1.2 0 0 1-1.2 1.2H3.2A1.2 1.2 0 0 1 2 20.8v-5.3a3.6 3.6 0 0 0 0-7V3.2A1.2 1.2 0 0 1 3.2 2z"
      />
      <path className="logo-letter" d="M10.5 6.6h11v3.2h-3.8v7.6h-3.4V9.8h-3.8z" />
    </svg>
  )
}
