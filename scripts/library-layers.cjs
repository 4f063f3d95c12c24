/**
 * The libraries by layer, lowest first. Each may import the libraries in its list, which are all above it in this file.
 */
const LAYERS = {
  'Shared types and formats: no framework, no I/O': {
    canonical: '',
    sse: '',
    tokenizer: '',
    declarations: '',
    'json-scan': 'canonical',
    'api-schemas': 'canonical',
    wire: 'api-schemas canonical declarations json-scan sse',
  },
  'Process infrastructure': {
    config: 'declarations',
    telemetry: '',
    'embedded-postgres': '',
    lifecycle: 'config telemetry',
    secrets: 'config',
    egress: 'canonical config',
    database: 'canonical config declarations telemetry',
    jobs: 'config database declarations telemetry',
  },
  Providers: {
    credentials: 'canonical config egress telemetry',
    providers: 'canonical wire credentials egress',
  },
  'Stored data and counters': {
    rights: 'canonical declarations',
    settings: 'config database declarations jobs rights',
    models: 'canonical config database jobs rights telemetry',
    quotas: 'canonical database jobs telemetry',
    audit: 'canonical database jobs telemetry',
    limits: 'canonical config telemetry',
    access: 'canonical config database declarations jobs rights secrets settings telemetry',
    catalog: 'canonical config credentials database jobs rights secrets settings telemetry',
    admission: 'access canonical limits telemetry',
    media: 'canonical config database egress jobs quotas secrets settings telemetry',
    idempotency: 'canonical database jobs quotas secrets settings telemetry',
    webhooks: 'access canonical config database egress jobs secrets telemetry',
    metering: 'access canonical catalog config database declarations jobs models settings telemetry webhooks',
    'model-updates': 'audit canonical config database egress jobs metering models rights telemetry',
    setup:
      'access audit canonical catalog config credentials database declarations providers rights secrets settings telemetry',
  },
  'Request processing': {
    upstream: 'admission canonical catalog credentials egress providers sse wire',
    relay:
      'access admission canonical catalog config database declarations egress idempotency jobs json-scan limits media metering models providers secrets settings sse telemetry tokenizer upstream wire',
    realtime:
      'access admission canonical catalog credentials json-scan limits metering providers relay sse telemetry upstream wire',
    responses:
      'access admission canonical config database jobs json-scan limits quotas relay secrets settings sse telemetry wire',
    exports:
      'canonical config database declarations egress jobs media metering relay secrets telemetry webhooks',
    'video-tasks':
      'access admission canonical catalog config credentials database egress idempotency jobs limits media metering providers relay secrets settings telemetry upstream webhooks wire',
  },
  'A provider inside the program': {
    sandbox: 'canonical wire egress media providers tokenizer',
  },
  'HTTP and the admin API': {
    'http-edge': 'access admission canonical database json-scan limits telemetry wire',
    admin:
      'access admission audit canonical catalog config credentials database declarations egress http-edge jobs media metering models providers quotas relay rights secrets settings setup telemetry upstream video-tasks webhooks wire',
  },
};

module.exports = { LAYERS };
