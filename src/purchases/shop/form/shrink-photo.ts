import { PROOF_HEAD, proofType } from '../../proof.ts'

/** Files below this are sent as they are, in bytes. */
const SMALL = 1_500_000
/** Photos with more pixels on a side are shrunk from this weight on. */
const LARGE_SIDE = 2_600
const LIGHT = 500_000
/** The small print of a bank's receipt is still read at these sides; a long screenshot is not made narrower than the second. */
const LONGEST = 2_200
const NARROWEST = 1_080
const QUALITY = 0.85
/** Savings below a fifth are not worth a second encoding. */
const WORTH = 0.8

/**
 * A chosen proof as it is sent, and whether it is a PDF that may ask for a password.
 * @throws when it cannot be read any more.
 */
export async function readProof(chosen: File): Promise<{ file: File; sealed: boolean }> {
  const file = await shrinkPhoto(await namedByBytes(chosen))
  return { file, sealed: await isSealed(file) }
}

/** The same file, named by its first bytes, as the server does: browsers of other apps give it any name or none. */
async function namedByBytes(file: File): Promise<File> {
  const head = await file.slice(0, PROOF_HEAD).arrayBuffer()
  const type = proofType(new Uint8Array(head)) ?? ''
  return new File([file], file.name, { type, lastModified: file.lastModified })
}

/** Whether a PDF is sealed. Most of those open all the same, so it is only a warning. */
async function isSealed(file: File): Promise<boolean> {
  return (
    file.type === 'application/pdf' && /\/Encrypt\b/.test(new TextDecoder('latin1').decode(await file.arrayBuffer()))
  )
}

/**
 * Makes a phone's photo smaller before it goes over a slow connection. PDFs and small files never change; a failure, or too small
 * a saving, leaves the original. The name stays, although the content may have become a JPEG.
 */
async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= LIGHT || !/^image\/(jpeg|png)$/.test(file.type)) return file
  try {
    const picture = await decode(file)
    const { width, height } = picture
    const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
    if (file.size <= SMALL && longer <= LARGE_SIDE) return file
    const scale = Math.min(1, Math.max(LONGEST / longer, NARROWEST / shorter))
    const blob = await encode(picture, Math.round(width * scale), Math.round(height * scale))
    if (blob?.type !== 'image/jpeg' || blob.size > file.size * WORTH) return file
    return new File([blob], file.name, { type: 'image/jpeg', lastModified: file.lastModified })
  } catch {
    return file
  }
}

/** The picture upright, as the phone's own gallery shows it: an image element turns it by its EXIF data everywhere. */
async function decode(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function encode(picture: HTMLImageElement, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // A JPEG has no transparency: what was clear becomes paper.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
