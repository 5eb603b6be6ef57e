import { useEffect, useRef, useState } from 'react'
import { type PanelFailure, readFailure } from '#platform/panel/api.ts'
import { type NewImage, sendImage, useKeepImages } from './images-query.ts'

/** A picture on its way from this tab. */
export interface Upload extends NewImage {
  /** Where this tab shows it from. */
  url: string
  /** The part that is sent, 0 to 1. */
  part: number
  failure: PanelFailure | null
}

/** What is being sent, and what could not be: the file stays here until it has arrived or is dropped. */
export function useUploads(raffleId: number) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const keep = useKeepImages(raffleId)
  const shown = useRef<string[]>([])
  shown.current = uploads.map(({ url }) => url)

  useEffect(
    () => () => {
      for (const url of shown.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const pending = uploads.length > 0
  useEffect(() => {
    if (!pending) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      event.returnValue = ''
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [pending])

  const change = (clave: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.clave === clave ? { ...upload, ...part } : upload)))

  function drop(upload: Upload) {
    URL.revokeObjectURL(upload.url)
    setUploads((all) => all.filter(({ clave }) => clave !== upload.clave))
  }

  async function send(upload: Upload) {
    change(upload.clave, { part: 0, failure: null })
    try {
      keep(await sendImage(raffleId, upload, (part) => change(upload.clave, { part })))
      drop(upload)
    } catch (error) {
      change(upload.clave, { failure: readFailure(error) })
    }
  }

  return {
    uploads,
    drop,
    /** The same form again: the server knows it by its key and adds one picture. */
    retry: (upload: Upload) => void send(upload),
    add(image: NewImage) {
      const upload: Upload = { ...image, url: URL.createObjectURL(image.file), part: 0, failure: null }
      setUploads((all) => [...all, upload])
      void send(upload)
    },
  }
}
