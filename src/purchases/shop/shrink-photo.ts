/** Photos below this are sent as they are, in bytes. */
const SMALL = 1_200_000
/** Longer side of a shrunk photo: the small print of a bank's receipt is still read at this size. */
const LONGEST = 2_200
const QUALITY = 0.85
/** What saves less than a fifth is not worth a second encoding. */
const WORTH = 0.8

/**
 * Makes a phone's photo smaller before it goes over a slow connection. PDFs and small files never change; whatever goes wrong, or
 * does not save clearly, leaves the original.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= SMALL || !/^image\/(jpeg|png)$/.test(file.type)) return file
  try {
    const picture = await decode(file)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const pen = canvas.getContext('2d')
    if (!pen) return file
    // A JPEG has no transparency: what was clear becomes paper.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    if (blob?.type !== 'image/jpeg' || blob.size > file.size * WORTH) return file
    const name = file.name.replace(/\.\w+$/, '')
    return new File([blob], `${name}.jpg`, { type: 'image/jpeg', lastModified: file.lastModified })
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
