import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { serverNow, takeFile } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'

/** The books of all raffles of one month, in a file for the accountant. */
export function MonthDialog({ onClose }: { onClose: () => void }) {
  const [mes, setMes] = useState(dayInCaracas(serverNow() as Instant).slice(0, 7))
  const take = useMutation({ mutationFn: () => takeFile(`/libros/mes/excel?mes=${mes}`), onSuccess: onClose })
  return (
    <AskDialog
      label="Cierre del mes"
      lead="Un Excel de todas tus rifas: lo que confirmaste en el mes por rifa y método, lo que devolviste, y lo que entró y salió de cada cuenta, con sus comisiones. Sin nombres."
      deed={take}
      leave="Cancelar"
      action="Descargar"
      why={/^20\d{2}-\d{2}$/.test(mes) ? '' : 'Elige el mes, como 2026-11.'}
      onConfirm={() => take.mutate()}
      onClose={onClose}
    >
      <Field
        label="Mes"
        name="mes"
        type="month"
        value={mes}
        onChange={({ currentTarget }) => setMes(currentTarget.value)}
      />
    </AskDialog>
  )
}
