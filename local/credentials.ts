/** The embedded cloud takes any key pair; these are the ones everything local signs with. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

export const region = 'us-east-1'
