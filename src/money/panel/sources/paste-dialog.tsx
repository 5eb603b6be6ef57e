import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { formatMoney, type Money } from '#platform/money.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { SelectField, TextField } from '#platform/panel/parts/field.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatShortDay } from '#platform/panel/time.ts'
import type { PastedAnswer } from '../../sources-contract.ts'
import './sources.css'

type Read = PastedAnswer['avisos'][number]

const WORDS: Record<Read['es'], string> = {
  movimiento: 'Dinero que llegó',
  repetido: 'Ya estaba',
  prueba: 'Prueba',
  descartado: 'No es dinero que llegó',
  ilegible: 'No se pudo leer',
}

/** Notices copied from a phone: a preview shows how they are read, then they are kept. */
export function PasteDialog(props: {
  accounts: readonly { metodo_id: number; titulo: string }[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const [account, setAccount] = useState(String(props.accounts[0]?.metodo_id ?? ''))
  const [text, setText] = useState('')
  const body = { metodo_id: Number(account), texto: text }
  const preview = useMutation({ mutationFn: () => ask('POST /api/panel/fuentes/pegar/vista', { body }) })
  const keep = useMutation({
    mutationFn: () => ask('POST /api/panel/fuentes/pegar', { body }),
    onSuccess: () => {
      void client.invalidateQueries()
      props.onClose()
    },
  })
  const read = preview.data?.avisos
  const good = read?.filter(({ es }) => es === 'movimiento').length ?? 0
  return (
    <AskDialog
      label="Pegar avisos"
      lead={
        read === undefined
          ? 'Copia los SMS o los avisos de tu banco y pégalos, uno debajo de otro. Nada se guarda hasta que veas cómo se leen.'
          : 'Así se leen. Lo que ya estaba no se guarda dos veces.'
      }
      error={keep.error ?? preview.error}
      leave={read === undefined ? 'Cerrar' : 'No guardar'}
      action={read === undefined ? 'Ver cómo se leen' : good === 1 ? 'Guardar 1 pago' : `Guardar ${good} pagos`}
      pending={preview.isPending || keep.isPending}
      why={
        text.trim() === ''
          ? 'Pega los avisos.'
          : read !== undefined && good === 0
            ? 'No hay dinero nuevo que guardar.'
            : ''
      }
      onConfirm={() => (read === undefined ? preview.mutate() : keep.mutate())}
      onClose={props.onClose}
    >
      {read === undefined ? (
        <>
          <SelectField
            label="Cuenta"
            options={props.accounts.map(({ metodo_id, titulo }) => [metodo_id, titulo])}
            value={account}
            onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          />
          <TextField
            label="Avisos"
            rows={8}
            value={text}
            maxLength={20_000}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </>
      ) : (
        <ul className="pasted scrolls lines card">
          {read.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two equal notices are told apart by their place alone
            <ReadRow key={place} read={one} />
          ))}
        </ul>
      )}
    </AskDialog>
  )
}

function ReadRow({ read }: { read: Read }) {
  const { es, motivo, monto, moneda, dia, referencia, telefono, nombre, texto } = read
  const level = es === 'movimiento' ? 'bien' : es === 'ilegible' ? 'aviso' : null
  const money = monto === null || moneda === null ? null : formatMoney(monto as Money, moneda)
  return (
    <li className="pad-3-4 stack gap-1">
      <p className="row apart">
        <span className={level === null ? 'inline compact faint' : 'inline compact'}>
          {level === null ? null : <VerdictShape level={level} word={false} />}
          {motivo || WORDS[es]}
        </span>
        {money === null ? null : <strong>{money}</strong>}
      </p>
      <p className="faint small">
        {money === null
          ? texto
          : [dia && formatShortDay(dia as CalendarDate), referencia && `ref. ${referencia}`, telefono, nombre]
              .filter(Boolean)
              .join(' · ')}
      </p>
    </li>
  )
}
