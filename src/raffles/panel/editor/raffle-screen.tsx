import type { ReactNode } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import type { Publishing } from './publish-dialog.tsx'
import { RaffleEditor } from './raffle-editor.tsx'
import '../raffles.css'
import './editor.css'

/** One raffle. @param canEdit true for owners; others look. @param draw the rule of its draw, which saves itself. */
export function RaffleScreen(props: {
  id: number
  canEdit: boolean
  draw: ReactNode
  publish: (publishing: Publishing) => ReactNode
}) {
  const { id, canEdit, draw, publish } = props
  const raffle = useAsk('GET /api/panel/rifas/:id', { params: { id }, refetchInterval: 20_000 })
  if (raffle.data) return <RaffleEditor key={id} raffle={raffle.data} canEdit={canEdit} draw={draw} publish={publish} />
  return (
    <Waiting
      className="page"
      query={raffle}
      label="Cargando la rifa"
      back={<ButtonLink text="Ver las rifas" href="/rifas" />}
    />
  )
}
