import { findNumber } from './find-number.ts'

addEventListener('message', ({ data }: MessageEvent<[sal: string, huella: string, hasta: number]>) => {
  const [sal, huella, hasta] = data
  postMessage(findNumber(sal, huella, 0, hasta))
})
