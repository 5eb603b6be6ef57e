/** In place of the proof of a purchase that was sold by hand without one. */
export function NoProof({ seller }: { seller: string }) {
  return <p className="proof-none soft">Sin comprobante: la vendió a mano {seller}.</p>
}
