import { createHmac } from 'node:crypto'

const { SERVICE_URL, ACCESS_KEY, SECRET_KEY } = process.env
const headers = { 'x-access-key': ACCESS_KEY, 'content-type': 'application/json' }

const account = await (await fetch(`${SERVICE_URL}/v1/account`, { headers })).json()
const body = JSON.stringify({
  endpoint: process.env.STORAGE_ENDPOINT,
  region: process.env.STORAGE_REGION,
  bucket: process.env.STORAGE_BUCKET,
  prefix: 'stillframe/',
  key_template: '{operation}/{date}/{id}.{ext}',
  access_key_id: process.env.STORAGE_KEY_ID,
  secret_access_key: process.env.STORAGE_SECRET,
  expires: Math.floor(Date.now() / 1000) + 240,
  key_generation: account.key_generation,
})
const content = `PUT /v1/account/storage\n${body}`
headers['x-service-signature'] = createHmac('sha256', SECRET_KEY).update(content).digest('hex')
const response = await fetch(`${SERVICE_URL}/v1/account/storage`, { method: 'PUT', headers, body })
console.log(response.status, await response.text())
