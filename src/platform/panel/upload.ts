import { useState } from 'react'
import { PanelFailure, readFailure, sendProven } from './api.ts'

const PATIENCE = 60_000
const LOST = { error: 'No se pudo subir', details: 'Revisa tu conexión y elige la imagen otra vez.' }

/**
 * Sends one file to a call of the panel.
 * @param path below `/api/panel`
 * @param field its name in the form
 * @throws PanelFailure
 */
export function uploadFile<Answer>(path: string, field: string, file: File): Promise<Answer> {
  const form = new FormData()
  form.append(field, file)
  return sendForm(path, form, PATIENCE, LOST)
}

/**
 * Sends a form with a file to a call of the panel.
 * @param patience milliseconds until it gives up
 * @param lost message if no answer came
 * @param own headers of that call
 * @throws PanelFailure
 */
export function sendForm<Answer>(
  path: string,
  form: FormData,
  patience: number,
  lost: { error: string; details: string; code?: string },
  own: Record<string, string> = {},
): Promise<Answer> {
  return sendProven(async (headers) => {
    const signal = AbortSignal.timeout(patience)
    const sent = fetch(`/api/panel${path}`, { method: 'POST', headers: { ...headers, ...own }, body: form, signal })
    const response = await sent.catch(() => null)
    const answer: unknown = await response?.json().catch(() => null)
    if (!response || answer === null) throw new PanelFailure(0, lost)
    if (!response.ok) throw new PanelFailure(response.status, answer as Record<string, unknown>)
    return answer as Answer
  })
}

/** A field by which one file is chosen and sent immediately. @param send consumes the file; its error is shown. */
export function useUpload(send: (file: File) => Promise<unknown>) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')

  async function choose(input: HTMLInputElement) {
    const [file] = input.files ?? []
    if (!file) return
    setPending(true)
    setProblem('')
    try {
      await send(file)
    } catch (error) {
      const { title, details } = readFailure(error)
      setProblem(`${title}. ${details}`)
    } finally {
      setPending(false)
      // The same file can be chosen again after a failure.
      input.value = ''
    }
  }
  return { pending, problem, choose }
}
