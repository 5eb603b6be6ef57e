/**
 * A mail as it looks, without scripts, forms or our origin. By day: its style sheet only holds the night's colours, and this
 * page's policy allows none but its own.
 */
export function MailPaper({ html, title = 'Vista previa del correo' }: { html: string; title?: string }) {
  return <iframe className="mail-frame" title={title} sandbox="" srcDoc={html.replace(/<style>.*?<\/style>/s, '')} />
}
