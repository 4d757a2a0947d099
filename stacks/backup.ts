import type { TableName } from '../infra/tables.ts'
import { toArn, toGlobalName, toName } from './names.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'

/** Without them no customer could call the service again. Requests, results and the cache live for days. */
const copied: readonly TableName[] = ['accounts', 'usage', 'tasks']

/** As long as point-in-time recovery: docs/operate/personal-data.md. */
const copyDays = 35

/** Copies tables to another region every day. Point-in-time recovery restores within the region only. */
export const createBackup = ({ tables }: Storage, backupRegion: string, { region }: Settings) => {
  const vaultOf = (component: string, vaultRegion: string) =>
    new aws.backup.Vault(component, {
      name: toName('backup'),
      region: vaultRegion,
      forceDestroy: $app.removal === 'remove',
    })
  const [vault, copies] = [vaultOf('BackupVault', region), vaultOf('BackupCopies', backupRegion)]
  const arns = copied.map((name) => tables[name].arn)
  const role = new aws.iam.Role('Backup', {
    name: toGlobalName(region, 'backup'),
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 'backup.amazonaws.com' }),
    // What AWSBackupServiceRolePolicyForBackup has for tables: https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html
    inlinePolicies: [
      {
        name: 'copy',
        policy: aws.iam.getPolicyDocumentOutput({
          statements: [
            {
              actions: [
                'dynamodb:DescribeTable',
                'dynamodb:ListTagsOfResource',
                'dynamodb:StartAwsBackupJob',
              ],
              resources: arns,
            },
            {
              actions: ['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault'],
              resources: [vault.arn, copies.arn],
            },
            { actions: ['backup:CopyFromBackupVault'], resources: [toArn('backup', 'recovery-point:*')] },
          ],
        }).json,
      },
    ],
  })
  const plan = new aws.backup.Plan('BackupPlan', {
    name: toName('backup'),
    rules: [
      {
        ruleName: 'daily',
        targetVaultName: vault.name,
        schedule: 'cron(0 3 * * ? *)',
        // Point-in-time recovery has the last 35 days in the region.
        lifecycle: { deleteAfter: 2 },
        copyActions: [{ destinationVaultArn: copies.arn, lifecycle: { deleteAfter: copyDays } }],
      },
    ],
  })
  new aws.backup.Selection('BackupSelection', {
    name: toName('backup'),
    planId: plan.id,
    iamRoleArn: role.arn,
    resources: arns,
  })
}
