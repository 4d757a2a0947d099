import type { Edge } from '../edge.ts'
import { toGlobalName } from '../names.ts'
import type { Settings } from '../settings.ts'

/**
 * Not the query string and the referrer, because they can contain access keys and URLs of pages:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
const fields = [
  ...['date', 'time', 'x-edge-location', 'c-ip', 'cs-method', 'x-host-header', 'cs-uri-stem', 'sc-status'],
  ...[
    'cs(User-Agent)',
    'sc-bytes',
    'time-taken',
    'time-to-first-byte',
    'ssl-protocol',
    'cs-protocol-version',
  ],
  ...[
    'x-edge-request-id',
    'x-edge-result-type',
    'x-edge-response-result-type',
    'x-edge-detailed-result-type',
  ],
]

/** Logs what CloudFront responds, also what no origin sees. @param provider of us-east-1, where CloudFront delivers its logs from */
export const createEdgeLogs = ({ cdn }: Edge, { region }: Settings, provider: aws.Provider) => {
  const name = toGlobalName(region, 'edge')
  const group = new aws.cloudwatch.LogGroup(
    'EdgeLogs',
    { name: `/aws/vendedlogs/edge/${name}`, retentionInDays: 30 },
    { provider },
  )
  const source = new aws.cloudwatch.LogDeliverySource(
    'EdgeLogSource',
    { name, logType: 'ACCESS_LOGS', resourceArn: cdn.nodes.distribution.arn },
    { provider },
  )
  const destination = new aws.cloudwatch.LogDeliveryDestination(
    'EdgeLogDestination',
    {
      name,
      outputFormat: 'json',
      deliveryDestinationConfiguration: { destinationResourceArn: group.arn },
    },
    { provider },
  )
  new aws.cloudwatch.LogDelivery(
    'EdgeLogDelivery',
    { deliverySourceName: source.name, deliveryDestinationArn: destination.arn, recordFields: fields },
    { provider },
  )
}
