import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

it('needs nothing', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: resolve('data'),
    databaseUrl: null,
    key: null,
    publicUrl: null,
    apiHost: '',
    allowedOrigins: [],
    s3: null,
    mail: { smtpUrl: null, from: 'Tómbola <no-responder@localhost>' },
    owner: null,
    trustedProxies: [],
    rateSourceUrl: null,
    beaconRelays: [
      'https://api.drand.sh',
      'https://api2.drand.sh',
      'https://api3.drand.sh',
      'https://drand.cloudflare.com',
    ],
    resultsUrl: null,
    logLevel: 'info',
    metricsToken: null,
    backup: { to: null, passphrase: null, hour: 3, keep: 14, s3: null },
    abuseLimits: true,
  })
})

it('reads the given values, and takes an empty one for none', () => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: '/srv/rifas',
    DATABASE_URL: 'postgresql://u@127.0.0.1/rifas',
    PUBLIC_URL: 'https://rifas.example/',
    API_HOST: 'https://API.example:8443/',
    ALLOWED_ORIGINS: 'https://Rifas.example:443/, http://localhost:5173, HTTP://10.0.0.7:80',
    OWNER_EMAIL: 'duena@example.com',
    OWNER_PASSWORD: 'una frase bastante larga',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    RATE_SOURCE_URL: '',
    BEACON_RELAYS: 'https://faro.example/, http://127.0.0.1:8080',
    ABUSE_LIMITS: 'off',
  })
  expect(config).toMatchObject({
    port: 0,
    dataDir: '/srv/rifas',
    publicUrl: 'https://rifas.example',
    apiHost: 'https://api.example:8443',
    allowedOrigins: ['https://rifas.example', 'http://localhost:5173', 'http://10.0.0.7'],
    owner: { email: 'duena@example.com', password: 'una frase bastante larga' },
    trustedProxies: ['10.0.0.0/8', '::1'],
    rateSourceUrl: null,
    beaconRelays: ['https://faro.example', 'http://127.0.0.1:8080'],
    abuseLimits: false,
  })
})

it.each([
  ['PORT', 'tres mil'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://u@h/db'],
  ['DATABASE_URL', 'rifas'],
  ['DATABASE_URL', 'postgresql://u@uno:5432,:/rifas'],
  ['TOMBOLA_KEY', 'corta'],
  ['TOMBOLA_KEY', 'a'.repeat(63)],
  ['PUBLIC_URL', 'rifas.example'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['API_HOST', 'api.example'],
  ['API_HOST', 'https://api.example/v1'],
  ['API_HOST', 'https://u:p@api.example'],
  ['API_HOST', "https://api.example;script-src'unsafe-inline'"],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'https://rifas.example/rifa'],
  ['ALLOWED_ORIGINS', 'https://rifas.example, rifas.example'],
  ['SMTP_URL', 'http://correo.example'],
  ['RATE_SOURCE_URL', 'file:///etc/passwd'],
  ['RESULTS_URL', 'ftp://loteria.example'],
  ['BEACON_RELAYS', 'https://api.drand.sh, api2.drand.sh'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.local'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['LOG_LEVEL', 'mucho'],
  ['ABUSE_LIMITS', 'no'],
  ['OWNER_EMAIL', 'duena'],
  ['OWNER_PASSWORD', 'corta'],
])('stops for %s=%s with a sentence that names it and says why', (name, value) => {
  const read = () =>
    readConfig({ OWNER_EMAIL: 'duena@example.com', OWNER_PASSWORD: 'una frase bastante larga', [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name}(\\.\\d+)?: debe `))
})

it('takes one database server, and a comma elsewhere', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).databaseUrl
  for (const several of ['postgresql://u@uno:5432,dos:5432/rifas', 'postgres://uno,dos/rifas'])
    expect(() => read(several)).toThrow(/^DATABASE_URL: debe nombrar un solo servidor/)
  expect(() => read('mysql://u@uno/rifas')).toThrow(/^DATABASE_URL: debe ser una dirección/)
  expect(read('postgresql://u@uno/rifas?options=a,b')).toContain('a,b')
})

it('wants both halves of the first operator', () => {
  expect(() => readConfig({ OWNER_EMAIL: 'duena@example.com' })).toThrow(/OWNER_EMAIL y OWNER_PASSWORD/)
})

it('refuses an API that the browser would not call from a page with https', () => {
  const read = () => readConfig({ PUBLIC_URL: 'https://rifas.example', API_HOST: 'http://api.example' })
  expect(read).toThrow(/^API_HOST: debe empezar por https/)
})

it('names every problem together', () => {
  expect(() => readConfig({ PORT: 'x', PUBLIC_URL: 'y' })).toThrow(/PORT: .*\nPUBLIC_URL: /)
})

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'rifas',
  S3_ACCESS_KEY_ID: 'clave',
  S3_SECRET_ACCESS_KEY: 'secreto',
}

it('takes a bucket with or without a prefix', () => {
  const bucket = { endpoint: 'https://s3.example.com', bucket: 'rifas', keyId: 'clave', secret: 'secreto' }
  expect(readConfig(BUCKET).s3).toEqual({ ...bucket, prefix: '', region: 'us-east-1' })
  const given = readConfig({ ...BUCKET, S3_PREFIX: 'tiendas/ceiba', S3_REGION: 'eu-west-3' })
  expect(given.s3).toEqual({ ...bucket, prefix: 'tiendas/ceiba/', region: 'eu-west-3' })
})

it('takes all of a bucket or nothing of it', () => {
  expect(() => readConfig({ S3_BUCKET: 'rifas', S3_ENDPOINT: 'https://s3.example.com' })).toThrow(
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: faltan',
  )
  expect(() => readConfig({ ...BUCKET, S3_BUCKET: 'Rifas/comprobantes' })).toThrow('S3_BUCKET')
  expect(() => readConfig({ ...BUCKET, S3_PREFIX: '../otra' })).toThrow('S3_PREFIX')
})

it('takes an entrance for copies next to files in a folder, whole or not at all', () => {
  const own = {
    BACKUP_S3_ENDPOINT: 'https://s3.example.com/',
    BACKUP_S3_ACCESS_KEY_ID: 'clave',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secreto',
  }
  const s3 = { endpoint: 'https://s3.example.com', region: 'us-east-1', keyId: 'clave', secret: 'secreto' }
  expect(readConfig(own)).toMatchObject({ s3: null, backup: { to: null, s3 } })
  expect(readConfig({ ...own, BACKUP_S3_REGION: 'eu-west-3' }).backup.s3).toEqual({ ...s3, region: 'eu-west-3' })
  expect(() => readConfig({ ...own, BACKUP_S3_SECRET_ACCESS_KEY: '' })).toThrow('BACKUP_S3_SECRET_ACCESS_KEY: faltan')
})
