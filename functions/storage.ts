import { KMSClient } from '@aws-sdk/client-kms'
import { STSClient } from '@aws-sdk/client-sts'
import type { Principal } from '../lib/core/access/account-storage.ts'
import { createCallReceiver } from '../lib/egress/call-receiver.ts'
import { createAssumeRole } from '../lib/store/assume-role.ts'
import { createFileSecrets, createKmsSecrets } from '../lib/store/sealed-secrets.ts'
import { clientSettings } from './client-settings.ts'
import { config, egressPolicy } from './deps.ts'

/** What writes to the storages of accounts. */

const { stage, storageKey } = config

/** `arn:aws:kms:<region>:<account>:key/<id>`, or the path of a key file. */
const isKms = storageKey.startsWith('arn:')

export const secrets = isKms
  ? createKmsSecrets({ kms: new KMSClient(clientSettings()), keyId: storageKey })
  : createFileSecrets({ keyFile: storageKey })

/** A service outside of AWS has no role. */
export const principal: Principal = isKms ? `arn:aws:iam::${storageKey.split(':')[4]}:root` : undefined

const sts = new STSClient(clientSettings())

export const assumeRole = createAssumeRole({ sts, stage })

export const post = createCallReceiver({ policy: egressPolicy })

/** Of the function. */
export const { credentials } = sts.config
