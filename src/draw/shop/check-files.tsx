import { type ChangeEvent, useState } from 'react'
import { apiAddress } from '#platform/web/fetch-json.ts'
import { Icon } from '#platform/web/icon.tsx'
import { drawAddress } from './load-draw.ts'

interface Props {
  raffleId: number
  /** @throws Error with a sentence about the files' fault. */
  onFiles(files: readonly File[]): Promise<void>
}

/** The evidence as files: to keep, and to check later without asking the shop for anything. */
export function CheckFiles({ raffleId, onFiles }: Props) {
  const [error, setError] = useState('')
  const address = apiAddress(drawAddress(raffleId))

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const { target } = event
    setError('')
    try {
      await onFiles([...(target.files ?? [])])
      scrollTo({ top: 0 })
    } catch (failure) {
      setError((failure as Error).message)
    }
    target.value = ''
  }

  return (
    <section className="check-files" aria-labelledby="archivos">
      <h2 id="archivos">Los archivos</h2>
      <p>Guárdalos: con ellos se comprueba el sorteo siempre, aunque esta página no esté.</p>
      <p className="check-downloads">
        <a className="btn" href={address} download="sorteo.json">
          sorteo.json
        </a>
        <a className="btn" href={`${address}/lista`} download="lista.csv">
          lista.csv
        </a>
      </p>
      <label className="btn">
        <Icon name="upload" small />
        Comprobar archivos de este teléfono
        <input
          type="file"
          className="sr"
          multiple
          accept=".json,.csv,.txt"
          onChange={choose}
          aria-describedby="archivos-error"
        />
      </label>
      <p className="small check-command">
        También sin esta página, con el código de Tómbola en una computadora:{' '}
        <code>
          npm run verify -- {location.origin}
          {location.pathname}
        </code>
      </p>
      <p id="archivos-error" className="check-error" role="alert">
        {error && <Icon name="info" small />}
        {error}
      </p>
    </section>
  )
}
