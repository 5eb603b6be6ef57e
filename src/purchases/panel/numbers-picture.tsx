import { useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'

interface Props {
  codigo: string
  titulo: string
  nombre: string
  numeros: readonly string[]
  /** Name of the site. */
  site: string
}

/** The numbers as a picture, drawn on this device: handed to a chat where the device can, else downloaded. */
export function NumbersPicture(props: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  async function send() {
    setState('busy')
    try {
      await hand(await drawFile(props))
      setState('idle')
    } catch (error) {
      setState(error instanceof DOMException && error.name === 'AbortError' ? 'idle' : 'failed')
    }
  }
  return (
    <>
      <Button icon="picture" text="Enviar como imagen" aria-busy={state === 'busy'} onClick={() => void send()} />
      {state === 'failed' ? <FieldProblem>No se pudo preparar la imagen. Cópialos o imprímelos.</FieldProblem> : null}
    </>
  )
}

async function drawFile({ codigo, titulo, nombre, numeros, site }: Props): Promise<File> {
  const { drawTicket } = await import('#platform/web/ticket-picture.ts')
  const color = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()
  const [first = '', next = ''] = nombre.trim().split(/\s+/)
  const blob = await drawTicket({
    titulo,
    numeros,
    linea: `Compra ${codigo}`,
    nombre: next === '' ? first : `${first} ${next.charAt(0)}.`,
    marca: { nombre: site, color, logo: null },
    host: location.host,
  })
  return new File([blob], `${codigo}.png`, { type: 'image/png' })
}

async function hand(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
