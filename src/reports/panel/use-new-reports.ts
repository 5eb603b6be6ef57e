import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { counted } from '#platform/money.ts'
import { useBrowserNotices } from '#platform/panel/preferences.ts'
import { QUEUE_KEY } from '#review/panel/queue/queue.ts'

/** A hidden page asks less often. */
const HIDDEN_POLL = 60_000

/** Puts the count of payments in review on the icon of the installed panel. */
function useBadge(count: number): void {
  useEffect(() => {
    const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
    done?.catch(() => undefined)
  }, [count])
}

/**
 * Shows payments that were reported while the panel is open behind something else: by the count on its icon, and by a notice if this browser has
 * them on.
 * @param inReview number of waiting payments; undefined until that is known.
 */
export function useNewReports(inReview: number | undefined): void {
  const { on } = useBrowserNotices()
  const client = useQueryClient()
  const seen = useRef(inReview)
  useBadge(inReview ?? 0)
  useEffect(() => {
    if (inReview === undefined) return
    const more = seen.current !== undefined && inReview > seen.current
    seen.current = inReview
    if (!on || !more || !document.hidden) return
    const title = counted(inReview, 'pago por revisar', 'pagos por revisar')
    showNotice(title, 'Toca para abrir Revisión.').catch(() => undefined)
  }, [inReview, on])
  useEffect(() => {
    if (!on) return undefined
    const timer = setInterval(() => {
      if (document.hidden) void client.refetchQueries({ queryKey: QUEUE_KEY, type: 'active' })
    }, HIDDEN_POLL)
    return () => clearInterval(timer)
  }, [on, client])
}

/** Whether this browser can show notices, may, or was told not to. */
export type NoticePermission = 'imposible' | 'negado' | 'preguntar' | 'dado'

export function noticePermission(): NoticePermission {
  if (typeof Notification === 'undefined') return 'imposible'
  const said = Notification.permission
  return said === 'granted' ? 'dado' : said === 'denied' ? 'negado' : 'preguntar'
}

/** Asks the person; the browser shows its question once. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticePermission() === 'preguntar') await Notification.requestPermission()
  return noticePermission()
}

/** Shows one notice in place of the one before. Phones only let the service worker show it. */
async function showNotice(title: string, body: string): Promise<void> {
  if (noticePermission() !== 'dado') return
  const options = { body, tag: 'revision', icon: '/icono-192.png', lang: 'es-VE' }
  const worker = await navigator.serviceWorker?.getRegistration('/panel')
  if (worker) await worker.showNotification(title, options)
  else new Notification(title, options)
}
