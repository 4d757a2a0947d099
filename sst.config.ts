/// <reference path="./.sst/platform/config.d.ts" />

// SST refuses imports at the top of this file.
export default $config({
  async app(input) {
    const { productionStage, readSettings } = await import('./stacks/settings.ts')
    const production = input.stage === productionStage
    const { region } = readSettings(process.env, input.stage)
    return {
      name: 'stillframe',
      home: 'aws',
      removal: production ? 'retain' : 'remove',
      protect: production,
      providers: { aws: { region: region as 'eu-central-1', version: '7.20.0' } },
    }
  },
  async run() {
    const { readSettings } = await import('./stacks/settings.ts')
    const { setDefaults } = await import('./stacks/defaults.ts')
    const { buildFunctions } = await import('./stacks/bundles.ts')
    const { createStorage } = await import('./stacks/storage.ts')
    const { createBackup } = await import('./stacks/backup.ts')
    const { createQueues } = await import('./stacks/queues.ts')
    const { createTasks } = await import('./stacks/tasks.ts')
    const { createSite } = await import('./stacks/site.ts')
    const { createApi, createRoutes } = await import('./stacks/api.ts')
    const { createEdge } = await import('./stacks/edge.ts')
    const { createEnvironment } = await import('./stacks/environment.ts')
    const { createConsumers } = await import('./stacks/consumers.ts')
    const { createMonitoring } = await import('./stacks/monitoring/monitoring.ts')

    // A function that sst dev runs on a laptop needs a role that everyone in the AWS account may assume.
    if ($dev)
      throw new Error(
        'sst dev is not supported. Run npm start for a local service, or sst deploy --stage trial.',
      )
    const settings = readSettings(process.env, $app.stage)
    setDefaults(settings)
    buildFunctions(settings)

    const storage = createStorage()
    if (settings.backupRegion) createBackup(storage, settings.backupRegion, settings)
    const queues = createQueues()
    const resources = {
      ...{ storage, queues, tasks: createTasks(queues, settings) },
      alertSender: settings.alertEmail?.from,
    }
    const api = createApi(settings)
    const edge = createEdge(api, { results: storage.results, site: createSite(settings.domain) }, settings)
    const addresses = { publicUrl: edge.url, hosts: [api.host, edge.host] }
    const options = {
      settings,
      resources,
      environment: createEnvironment(resources, addresses, settings),
    }
    createRoutes(api, options)
    createConsumers(options)
    const { topic, edgeTopic } = createMonitoring({ api, edge, resources }, settings)
    // For `npm run accounts`, the smoke test, and receivers of alarms other than the email address.
    return {
      url: edge.url,
      distribution: edge.cdn.nodes.distribution.id,
      accountsTable: storage.tables.accounts.name,
      alarms: [topic.arn, edgeTopic.arn],
    }
  },
})
