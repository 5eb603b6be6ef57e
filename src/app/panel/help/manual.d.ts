/** Made by app/server/bundle/manual.ts. */
declare module 'virtual:manual' {
  const sections: readonly import('../../server/bundle/manual.ts').Section[]
  export default sections
}
