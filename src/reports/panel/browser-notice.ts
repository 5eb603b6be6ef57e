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
export async function showNotice(title: string, body: string): Promise<void> {
  if (noticePermission() !== 'dado') return
  const options = { body, tag: 'revision', icon: '/icono-192.png', lang: 'es-VE' }
  const worker = await navigator.serviceWorker?.getRegistration('/panel')
  if (worker) await worker.showNotification(title, options)
  else new Notification(title, options)
}
