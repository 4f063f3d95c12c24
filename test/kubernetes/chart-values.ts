export const SECRET = {
  databaseUrl: 'postgres://gate:secret@db/modelgate',
  secretKey: Buffer.alloc(32, 7).toString('base64'),
  redisUrl: 'redis://redis:6379',
  metricsToken: 'scrape-me-please',
};

/** Typical installations, from the minimal one to one with everything. */
export const VALUES = {
  least: { secret: SECRET },
  everything: {
    image: { repository: 'registry.example/modelgate', digest: `sha256:${'0a'.repeat(32)}` },
    imagePullSecrets: [{ name: 'registry' }],
    allowedHosts: ['models.example.com'],
    trustProxy: ['10.0.0.0/8'],
    config: {
      channels: [
        { name: 'main', provider: 'openai', apiKey: '${OPENAI_API_KEY}', models: ['gpt-5-mini', 'gpt-*'] },
      ],
    },
    secret: { ...SECRET, adminPassword: 'not-a-real-password', env: { OPENAI_API_KEY: 'sk-1', NUMBER: 7 } },
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER_ARG: 0.5 },
    api: {
      processes: 2,
      autoscaling: { enabled: true, maxReplicas: 20, cpuPercent: 80, memoryPercent: 90 },
      podAnnotations: { note: 'x' },
      nodeSelector: { pool: 'a' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
    },
    migrate: { nodeSelector: { pool: 'b' }, tolerations: [{ key: 'b', operator: 'Exists' }] },
    persistence: { enabled: true, storageClass: 'shared' },
    service: { annotations: { note: 'y' } },
    ingress: { enabled: true, host: 'models.example.com', tlsSecret: 'models-tls' },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    serviceAccount: { annotations: { role: 'z' } },
    extraVolumes: [{ name: 'ca', configMap: { name: 'company-ca' } }],
    extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
    networkPolicy: {
      enabled: true,
      clients: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
      scrapers: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
      egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }], ports: [{ protocol: 'TCP', port: 443 }] }],
    },
  },
  'a Secret that exists': {
    secret: { existingSecret: 'ours' },
    serviceAccount: { name: 'cloud-identity' },
    persistence: { enabled: true, existingClaim: 'files' },
    serviceMonitor: { enabled: true },
    migrate: { enabled: false },
  },
  'secrets as files': {
    env: {
      DATABASE_URL_FILE: '/run/secrets/modelgate/database-url',
      MODELGATE_SECRET_KEY_FILE: '/run/secrets/modelgate/key',
    },
    extraVolumes: [{ name: 'secrets', secret: { secretName: 'ours', defaultMode: 0o440 } }],
    extraVolumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/modelgate', readOnly: true }],
    api: { autoscaling: { enabled: true, inFlightRequests: 0, cpuPercent: 70 } },
    networkPolicy: { enabled: true },
  },
} as const;
