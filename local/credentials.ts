/** The embedded cloud accepts any key pair. All local clients use this one. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

export const region = 'us-east-1'
