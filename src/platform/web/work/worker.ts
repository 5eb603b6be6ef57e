import { findNumber } from './find-number.ts'

addEventListener('message', ({ data }: MessageEvent<[sal: string, huella: string, from: number, to: number]>) => {
  postMessage(findNumber(...data))
})
