/** An answer with a stranger's file in it, or about one. */
export interface ProofAnswer {
  status: number
  headers: Readonly<Record<string, unknown>>
  body: Buffer
}

const GUARDS: Record<string, RegExp> = {
  'cache-control': /^no-store$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^default-src 'none'; sandbox$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-type': /^(image\/webp|application\/octet-stream)$/,
}
const ATTACHMENT = /^attachment; filename\*=UTF-8''[\w%.~!'()*-]+$/

/** Names of the headers without which a browser could keep, guess or run a stranger's file. */
export function missingGuards(headers: ProofAnswer['headers']): string[] {
  return Object.keys(GUARDS).filter((name) => !GUARDS[name]?.test(String(headers[name] ?? '')))
}

/** Problems of a refusal, or of any answer that is not a proof. */
function wrongRefusal({ status, headers, body }: ProofAnswer): string[] {
  const wrong: string[] = []
  if (status >= 500 && status !== 503) wrong.push(`status ${status}`)
  if (!/^application\/json/.test(String(headers['content-type']))) wrong.push(`type ${headers['content-type']}`)
  if (headers['x-content-type-options'] !== 'nosniff') wrong.push('x-content-type-options')
  if (/robado/.test(String(headers['set-cookie'] ?? ''))) wrong.push('set-cookie')
  if (/<script/i.test(body.toString('latin1').replaceAll('\\u003c', ''))) wrong.push('script in JSON')
  return wrong
}

/** Problems of the answer to an upload. */
export function judgeUpload(answer: ProofAnswer): string[] {
  return answer.status === 201 || (answer.status >= 400 && answer.status < 500) || answer.status === 503
    ? wrongRefusal(answer)
    : [`status ${answer.status}`]
}

/** Problems of the answer that shows a proof: it must be a WebP of ours, or a refusal. */
export function judgeView(answer: ProofAnswer): string[] {
  if (answer.status !== 200)
    return [415, 503].includes(answer.status) ? wrongRefusal(answer) : [`status ${answer.status}`]
  const head = answer.body.subarray(0, 12).toString('latin1')
  const wrong = missingGuards(answer.headers)
  if (!/^RIFF[\s\S]{4}WEBP$/.test(head)) wrong.push('no WebP')
  return wrong
}

/** Problems of a proof's download: it must be the file as it was sent, and nothing else. */
export function judgeOriginal(answer: ProofAnswer, sent: Buffer): string[] {
  if (answer.status !== 200) return [`status ${answer.status}`]
  const wrong = missingGuards(answer.headers)
  if (!ATTACHMENT.test(String(answer.headers['content-disposition']))) wrong.push('content-disposition')
  if (answer.headers['content-type'] !== 'application/octet-stream') wrong.push('content-type')
  if (!answer.body.equals(sent)) wrong.push('other bytes')
  return wrong
}
