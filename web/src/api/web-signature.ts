/** False behind plain http on another name than localhost, where browsers have no WebCrypto. */
export const canSign = (): boolean => globalThis.isSecureContext && crypto.subtle !== undefined

const encode = (text: string) => new TextEncoder().encode(text)

let imported: { secretKey: string; key: Promise<CryptoKey> } | undefined

/** Imports the secret once. The key cannot be read back from WebCrypto. */
const importKey = (secretKey: string): Promise<CryptoKey> => {
  if (imported?.secretKey !== secretKey) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    imported = {
      secretKey,
      key: crypto.subtle.importKey('raw', encode(secretKey), algorithm, false, ['sign']),
    }
  }
  return imported.key
}

/** Forgets the imported key. */
export const forgetSigningKey = (): void => {
  imported = undefined
}

/** Returns the lowercase hex HMAC-SHA256, as `lib/core/access/signature.ts` does with Node.js. */
export const signContent = async (secretKey: string, content: string | Uint8Array): Promise<string> => {
  const bytes = typeof content === 'string' ? encode(content) : content
  const signature = await crypto.subtle.sign('HMAC', await importKey(secretKey), bytes as BufferSource)
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
