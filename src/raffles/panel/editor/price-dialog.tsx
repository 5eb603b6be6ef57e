import { useState } from 'react'
import { Consequence, FreshCodeDialog, useWhy } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { readFailure } from '#platform/panel/api.ts'
import type { PriceGuard } from '../../panel-contract.ts'

/** Asks once before buyers pay something else: why, a fresh code, and whether a far jump of the rate is meant. */
export function PriceDialog(props: {
  title: string
  action: string
  /** What changes, `Precio por boleto: $5,00 → $3,00`. */
  lines: readonly string[]
  onConfirm: (given: PriceGuard) => Promise<unknown>
  onClose: () => void
}) {
  const why = useWhy()
  const [jumps, setJumps] = useState(false)
  const [meant, setMeant] = useState(false)
  return (
    <FreshCodeDialog
      title={props.title}
      lead="Vale para lo que se venda desde ahora. Lo vendido conserva su precio."
      action={props.action}
      blocked={why.missing ?? (jumps && !meant ? 'Marca que la tasa es la que quieres.' : undefined)}
      onConfirm={async (codigo) => {
        try {
          await props.onConfirm({ codigo, motivo: why.motivo, ...(meant ? { salto: true } : {}) })
        } catch (error) {
          if (readFailure(error).code === 'SALTO_SIN_CONFIRMAR') setJumps(true)
          throw error
        }
      }}
      onClose={props.onClose}
    >
      <ul>
        {props.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Consequence icon="mail">Cada dueño recibe un correo con el antes y el después.</Consequence>
      {jumps ? (
        <label className="raffle-check target row-top gap-3">
          <input type="checkbox" checked={meant} onChange={({ target }) => setMeant(target.checked)} />
          <span>La tasa cambia más de 10 % y es la que quiero.</span>
        </label>
      ) : null}
      {why.field}
    </FreshCodeDialog>
  )
}
