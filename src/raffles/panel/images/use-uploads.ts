import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOf, refresh } from '#access/panel/ask.ts'
import { PanelFailure, readFailure, sendProven } from '#platform/panel/api.ts'
import type { PanelImages } from '../../image-contract.ts'
import type { Crop } from '../../image-crop.ts'

/** The pictures of a raffle. */
export const imagesOf = (id: number) => queryOf('GET /api/panel/rifas/:id/imagenes', { params: { id } })

/** Milliseconds without progress after which a connection counts as lost; a slow upload that moves may take its time. */
const PATIENCE = 45_000

const NO_ANSWER = { error: 'No se envió', details: 'Se perdió la conexión. La imagen sigue aquí: vuelve a intentar.' }

export interface NewImage {
  clave: string
  file: File
  alt: string
  /** Null where this browser cannot show the file: then the server takes the middle. */
  recorte: Crop | null
}

/**
 * Sends a picture. XMLHttpRequest, because fetch does not report the progress of an upload.
 * @param onProgress gets the part that is sent, 0 to 1.
 * @throws PanelFailure
 */
function sendImage(raffleId: number, image: NewImage, onProgress: (part: number) => void): Promise<PanelImages> {
  const form = new FormData()
  form.append('clave', image.clave)
  form.append('alt', image.alt)
  if (image.recorte) form.append('recorte', JSON.stringify(image.recorte))
  form.append('imagen', image.file)
  const send = (headers: Record<string, string>) =>
    new Promise<PanelImages>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', `/api/panel/rifas/${raffleId}/imagenes`)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      let silence: ReturnType<typeof setTimeout>
      const listen = () => {
        clearTimeout(silence)
        silence = setTimeout(() => request.abort(), PATIENCE)
      }
      request.upload.onprogress = (event) => {
        listen()
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      }
      request.onload = () => {
        const answer = readAnswer(request.responseText)
        if (request.status === 201 && answer) resolve(answer as unknown as PanelImages)
        else reject(new PanelFailure(request.status, answer ?? NO_ANSWER))
      }
      const lost = () => reject(new PanelFailure(0, NO_ANSWER))
      request.onerror = lost
      request.onabort = lost
      request.onloadend = () => clearTimeout(silence)
      listen()
      request.send(form)
    })
  return sendProven(send)
}

function readAnswer(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

/** A picture on its way from this tab. */
export interface Upload extends NewImage {
  /** Where this tab shows it from. */
  url: string
  /** The part that is sent, 0 to 1. */
  part: number
  failure: PanelFailure | null
}

/** Uploads under way, and those that failed: the file stays here until it has arrived or is dropped. */
export function useUploads(raffleId: number) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const client = useQueryClient()
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
      const images = await sendImage(raffleId, upload, (part) => change(upload.clave, { part }))
      client.setQueryData(imagesOf(raffleId).queryKey, images)
      await refresh(client, ['GET /api/panel/rifas/:id'])
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
