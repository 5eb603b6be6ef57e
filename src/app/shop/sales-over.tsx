import type { RaffleAnswer } from '#raffles/contract.ts'

/** In place of the picker: sales have ended, or nothing is left. */
export function SalesOver({ raffle }: { raffle: RaffleAnswer }) {
  const drawn = raffle.estado === 'sorteada'
  const closed = drawn || raffle.estado === 'cerrada'
  return (
    <section className="over">
      <h2>{drawn ? 'Esta rifa ya se sorteó' : closed ? 'Las ventas cerraron' : 'Se agotaron los boletos'}</h2>
      <p>
        {drawn
          ? 'Mira el número ganador en Rifas anteriores.'
          : closed
            ? 'Ya no se venden boletos de esta rifa. Falta el sorteo.'
            : 'Si alguien no completa su pago, sus boletos vuelven a la venta aquí.'}
      </p>
      {drawn ? (
        <a className="btn" href="/rifas-anteriores">
          Ver Rifas anteriores
        </a>
      ) : (
        <p>¿Ya compraste? Consulta tus números más abajo.</p>
      )}
    </section>
  )
}
