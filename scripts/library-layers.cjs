/**
 * The libraries by layer, lowest first. Each may import the libraries that are named after it, which all stand above it
 * in this list.
 */
const LAYERS = {
  'Plain facts: no framework, no I/O of their own': {
    canonical: '',
    sse: '',
    tokenizer: '',
    wire: 'canonical sse',
  },
  'The process': {
    config: '',
    telemetry: '',
    'embedded-postgres': '',
    secrets: 'config',
    egress: 'canonical config',
    database: 'canonical config telemetry',
    jobs: 'config database telemetry',
  },
  'Upstream services': {
    credentials: 'canonical config egress telemetry',
    providers: 'canonical wire credentials egress',
    lifecycle: 'config providers telemetry',
  },
  'What is stored and counted': {
    rights: 'canonical',
    settings: 'config database jobs rights',
    models: 'canonical config database jobs telemetry',
    quotas: 'canonical database jobs telemetry',
    audit: 'canonical database jobs telemetry',
    limits: 'canonical config telemetry',
    access: 'canonical config database jobs rights secrets settings telemetry',
    catalog: 'canonical config credentials database jobs rights secrets settings telemetry',
    admission: 'access canonical limits',
    media: 'canonical config database egress jobs quotas secrets settings telemetry',
    idempotency: 'canonical database jobs quotas secrets settings telemetry',
    webhooks: 'access canonical config database egress jobs secrets telemetry',
    metering: 'access canonical catalog config database jobs models settings telemetry webhooks',
    'model-updates': 'audit canonical config database egress jobs metering models telemetry',
    setup:
      'access audit canonical catalog config credentials database providers rights secrets settings telemetry',
    // A provider whose service is inside the program; only the programs know it.
    sandbox: 'canonical wire egress media providers tokenizer',
  },
  'What the gateway does': {
    upstream: 'canonical catalog credentials egress providers sse wire',
    relay:
      'access admission canonical catalog config database egress idempotency jobs limits media metering models providers secrets settings sse telemetry tokenizer upstream wire',
    realtime:
      'access admission canonical catalog credentials limits metering providers relay sse telemetry upstream wire',
    responses:
      'access admission canonical config database jobs limits quotas relay secrets settings sse telemetry wire',
    exports: 'canonical config database egress jobs media metering relay secrets telemetry webhooks',
    'video-tasks':
      'access admission canonical catalog credentials database egress idempotency jobs media metering providers secrets settings telemetry upstream webhooks wire',
  },
  'Who asks for it': {
    'http-edge': 'access admission canonical database limits relay telemetry wire',
    admin:
      'access admission audit canonical catalog config credentials database egress http-edge jobs media metering models providers relay rights secrets settings setup telemetry upstream video-tasks webhooks wire',
  },
};

module.exports = { LAYERS };
