import { type ReactNode, useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { RaffleImages } from '../images/raffle-images.tsx'
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
  const [picturesSeen, setPicturesSeen] = useState(0)
  function seeAgain() {
    setPicturesSeen((times) => times + 1)
    void raffle.refetch()
  }
  if (raffle.data) {
    const readOnly = !canEdit || raffle.data.archivada
    const pictures = <RaffleImages raffleId={id} readOnly={readOnly} onChanged={seeAgain} />
    const editor = { raffle: raffle.data, canEdit, pictures, picturesSeen, draw, publish }
    return <RaffleEditor key={id} {...editor} />
  }
  return (
    <Waiting
      className="page"
      query={raffle}
      label="Cargando la rifa"
      back={<ButtonLink text="Ver las rifas" href="/rifas" />}
    />
  )
}
