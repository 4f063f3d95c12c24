import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { loadConfig } from '#config';
import { listKnownProviders } from '#providers';
import { SECRET, VALUES } from './chart-values.js';
import { findSchemaFault, findUnknownFields } from './check-manifests.js';
import { ChartRenderer, type Manifest, type RenderedChart, readChartFile } from './render-chart.js';

type Case = keyof typeof VALUES;
const CASES = Object.keys(VALUES) as Case[];

interface Container {
  name: string;
  args?: string[];
  env: { name: string; value?: string }[];
  envFrom: { secretRef: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: { httpGet: { path: string; port: string; httpHeaders?: object[] } };
  readinessProbe?: { httpGet: { path: string } };
  securityContext: object;
}

interface PodSpec {
  containers: [Container & { volumeMounts: object[] }];
  volumes: object[];
  topologySpreadConstraints?: { topologyKey: string; labelSelector: object }[];
  terminationGracePeriodSeconds: number;
  automountServiceAccountToken: boolean;
  serviceAccountName: string;
}

const renderer = new ChartRenderer();
const charts = new Map<Case, RenderedChart>();

beforeAll(async () => {
  await renderer.build();
  for (const name of CASES) charts.set(name, await renderer.render(VALUES[name]));
});

afterAll(() => {
  renderer.remove();
});

function getManifests(name: Case): Manifest[] {
  return charts.get(name)?.manifests ?? [];
}

function find(name: Case, kind: string, suffix = ''): Manifest {
  const found = getManifests(name).find(
    (manifest) => manifest.kind === kind && manifest.metadata.name.endsWith(suffix),
  );
  if (found === undefined) throw new Error(`no ${kind} …${suffix}`);
  return found;
}

function getPod(name: Case, kind: string, suffix: string): PodSpec {
  return (find(name, kind, suffix)['spec'] as { template: { spec: PodSpec } }).template.spec;
}

function getEnvironment({ env }: Container): Record<string, string | undefined> {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

function getPolicy(name: Case, suffix: string): unknown {
  return find(name, 'NetworkPolicy', suffix)['spec'];
}

/** The checksums that distinguish pods from earlier ones. */
function getChecksums({ manifests }: RenderedChart): object[] {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  return deployments.map(
    ({ spec }) => (spec as { template: { metadata: { annotations: object } } }).template.metadata.annotations,
  );
}

describe.each(CASES)('the chart with %s', (name) => {
  it('renders manifests that are valid by their schemas, with unique names', async () => {
    const manifests = getManifests(name);
    expect((await Promise.all(manifests.map(findSchemaFault))).filter(Boolean)).toEqual([]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('accepts only values that it knows', () => {
    const isValid = new Ajv({ strict: false }).compile(
      JSON.parse(readChartFile('values.schema.json')) as object,
    );
    expect([isValid(VALUES[name]), isValid.errors]).toEqual([true, null]);
    expect(isValid(parse(readChartFile('values.yaml')))).toBe(true);
    expect(isValid({ ...VALUES[name], replicas: 3 })).toBe(false);
    expect(isValid({ ...VALUES[name], terminationGracePeriodSeconds: 30 })).toBe(false);
  });

  it.each(['api', 'worker'])('lets a %s finish, and restarts it only if it fails itself', (component) => {
    const pod = getPod(name, 'Deployment', component);
    const [container] = pod.containers;
    expect(pod.terminationGracePeriodSeconds).toBe(130);
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.ports.map((port) => port.name)).toContain(container.livenessProbe.httpGet.port);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
  });

  it('sends requests to the pods of the API, and to no others', () => {
    const { selector } = find(name, 'Service', '-api')['spec'] as { selector: Record<string, string> };
    const { labels } = (
      find(name, 'Deployment', '-api')['spec'] as { template: { metadata: { labels: object } } }
    ).template.metadata;
    expect(labels).toMatchObject(selector);
    expect(selector['app.kubernetes.io/component']).toBe('api');
  });
});

it('uses no field that Kubernetes does not have', async () => {
  expect(await findUnknownFields(CASES.flatMap(getManifests))).toBe('');
  const odd = structuredClone(find('least', 'Deployment', '-api'));
  Object.assign(odd['spec'] as object, { replica: 3 });
  expect(await findUnknownFields([odd])).toContain('\'"replica"\' does not exist');
});

describe('a rendered chart', () => {
  it('contains the api, the worker and the migration before them, with minimal permissions', () => {
    expect(
      getManifests('least')
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .toSorted(),
    ).toEqual([
      'Deployment gate-modelgate-api',
      'Deployment gate-modelgate-worker',
      'Job gate-modelgate-migrate',
      'PodDisruptionBudget gate-modelgate-api',
      'PodDisruptionBudget gate-modelgate-worker',
      'Secret gate-modelgate',
      'Secret gate-modelgate-migrate',
      'Service gate-modelgate-api',
      'ServiceAccount gate-modelgate',
    ]);
    for (const { kind, metadata } of getManifests('least')) {
      const isHook = metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade';
      expect([kind, metadata.name, isHook]).toEqual([
        kind,
        metadata.name,
        metadata.name.endsWith('-migrate'),
      ]);
    }
    const [migrate] = getPod('least', 'Job', '-migrate').containers;
    expect(migrate.args?.at(-1)).toBe('migrate');
    expect(migrate.envFrom[0]?.secretRef.name).toBe('gate-modelgate-migrate');
  });

  it('contains an environment and a config file that the gateway accepts', () => {
    const { stringData } = find('everything', 'Secret', 'gate-modelgate') as unknown as {
      stringData: Record<string, string>;
    };
    const { data } = find('everything', 'ConfigMap') as unknown as { data: Record<string, string> };
    const [api] = getPod('everything', 'Deployment', '-api').containers;
    const { POD_IP: _address, MODELGATE_CONFIG: path, ...environment } = getEnvironment(api);
    const hosts = environment['MODELGATE_ALLOWED_HOSTS']?.replace('$(POD_IP)', '10.1.2.3');
    const config = loadConfig(
      { ...stringData, ...environment, MODELGATE_ALLOWED_HOSTS: hosts, OPENAI_API_KEY: 'sk-1' },
      '/nowhere',
      listKnownProviders(),
    );
    expect(config.http).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'https://models.example.com',
      allowedHosts: ['models.example.com', '10.1.2.3'],
      apiProcesses: 2,
      metricsToken: SECRET.metricsToken,
    });
    expect(config).toMatchObject({ workerPort: 3001, redisUrl: SECRET.redisUrl });
    expect(config.tracing).toMatchObject({ endpoint: 'http://collector:4318' });
    expect(path).toBe('/etc/modelgate/modelgate.yaml');
    expect(parse(data['modelgate.yaml'] ?? '')).toEqual(VALUES.everything.config);
  });

  it('scales with the running requests, and is scraped with the token', () => {
    expect(find('everything', 'HorizontalPodAutoscaler')['spec']).toMatchObject({
      minReplicas: 2,
      maxReplicas: 20,
      metrics: [
        {
          type: 'Pods',
          pods: {
            metric: { name: 'modelgate_in_flight_requests' },
            target: { type: 'AverageValue', averageValue: '100' },
          },
        },
        { resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
        { resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 90 } } },
      ],
    });
    expect(find('secrets as files', 'HorizontalPodAutoscaler')['spec']).toMatchObject({
      metrics: [{ type: 'Resource', resource: { name: 'cpu' } }],
    });
    expect(find('everything', 'Deployment', '-api')['spec']).not.toHaveProperty('replicas');
    for (const [suffix, port] of [
      ['-api', 'http'],
      ['-worker', 'metrics'],
    ]) {
      expect(find('everything', 'ServiceMonitor', suffix)).toMatchObject({
        metadata: { labels: { release: 'prometheus' } },
        spec: {
          endpoints: [
            { port, path: '/metrics', authorization: { credentials: { key: 'MODELGATE_METRICS_TOKEN' } } },
          ],
        },
      });
      const { ports } = find('everything', 'Service', suffix)['spec'] as { ports: { name: string }[] };
      expect(ports.map((one) => one.name)).toContain(port);
    }
  });

  it.each([
    ['Deployment', '-api'],
    ['Deployment', '-worker'],
    ['Job', '-migrate'],
  ])('has your own volumes and environment in the %s …%s', (kind, suffix) => {
    for (const name of ['everything', 'secrets as files'] as const) {
      const { extraVolumes, extraVolumeMounts, env } = VALUES[name];
      const { volumes, containers } = getPod(name, kind, suffix);
      expect(volumes).toEqual(expect.arrayContaining([...extraVolumes]));
      expect(containers[0].volumeMounts).toEqual(expect.arrayContaining([...extraVolumeMounts]));
      const texts = Object.entries(env).map(([variable, value]) => [variable, String(value)]);
      expect(getEnvironment(containers[0])).toMatchObject(Object.fromEntries(texts));
    }
  });

  it.each([
    ['Deployment', '-api', VALUES.everything.api],
    ['Job', '-migrate', VALUES.everything.migrate],
  ])('places the pods of the %s …%s', (kind, suffix, { nodeSelector, tolerations }) => {
    expect(getPod('everything', kind, suffix)).toMatchObject({ nodeSelector, tolerations });
  });

  it('spreads the pods of each Deployment over nodes and zones', () => {
    for (const component of ['api', 'worker']) {
      const { topologySpreadConstraints = [] } = getPod('least', 'Deployment', `-${component}`);
      expect(topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ]);
      for (const { labelSelector } of topologySpreadConstraints) {
        expect(labelSelector).toMatchObject({ matchLabels: { 'app.kubernetes.io/component': component } });
      }
    }
  });

  it('is reachable only by pods that a network policy names', () => {
    const { clients, scrapers, egress } = VALUES.everything.networkPolicy;
    expect(getPolicy('everything', '-api')).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: 'http' }], from: clients }],
      egress: [{ ports: [{ port: 53 }, { port: 53 }] }, ...egress],
    });
    expect(getPolicy('everything', '-worker')).toMatchObject({
      ingress: [{ ports: [{ port: 'metrics' }], from: scrapers }],
    });
    for (const suffix of ['-worker', '-migrate']) {
      const policy = getPolicy('secrets as files', suffix);
      expect(policy).toMatchObject({ policyTypes: ['Ingress'], ingress: [] });
      expect(policy).not.toHaveProperty('egress');
    }
    expect(getPolicy('secrets as files', '-api')).toMatchObject({ ingress: [{ ports: [{ port: 'http' }] }] });
    expect(getManifests('least').filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });

  it('allows streams and sessions', () => {
    const { metadata, spec } = find('everything', 'Ingress');
    expect(metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
      'nginx.ingress.kubernetes.io/proxy-body-size': '512m',
      'nginx.ingress.kubernetes.io/proxy-next-upstream': 'off',
    });
    expect(spec).toMatchObject({ tls: [{ hosts: ['models.example.com'], secretName: 'models-tls' }] });
  });

  it('has no secret outside of Secrets', () => {
    const others = getManifests('everything').filter(({ kind }) => kind !== 'Secret');
    const text = JSON.stringify(others);
    for (const secret of [SECRET.databaseUrl, SECRET.secretKey, SECRET.metricsToken, 'sk-1']) {
      expect(text).not.toContain(secret);
    }
  });

  it('uses existing resources', () => {
    expect(
      getManifests('a Secret that exists').filter(({ kind }) => /^(Secret|ServiceAccount|Job)$/.test(kind)),
    ).toEqual([]);
    const pod = getPod('a Secret that exists', 'Deployment', '-worker');
    expect(pod).toMatchObject({ serviceAccountName: 'cloud-identity', automountServiceAccountToken: true });
    expect(pod.containers[0].envFrom).toEqual([{ secretRef: { name: 'ours' } }]);
  });

  it('restarts when the config or a secret changes', async () => {
    const before = getChecksums(await renderer.render(VALUES.least));
    const changed = { ...VALUES.least, config: { sandbox: false } };
    expect(getChecksums(await renderer.render(VALUES.least))).toEqual(before);
    expect(getChecksums(await renderer.render(changed))).not.toEqual(before);
  });

  it('reports what is not shared if nothing is', () => {
    expect(charts.get('least')?.notes).toContain('a local folder of each pod');
    expect(charts.get('everything')?.notes).not.toContain('NOTE');
    expect(charts.get('everything')?.notes).toContain('https://models.example.com/v1');
  });
});

it.each([
  [{}, 'secret.databaseUrl is needed'],
  [{ secret: { databaseUrl: SECRET.databaseUrl } }, 'secret.secretKey is needed'],
  [{ secret: SECRET, ingress: { enabled: true } }, 'ingress.host is needed'],
  [
    { secret: SECRET, api: { autoscaling: { enabled: true, inFlightRequests: 0 } } },
    'api.autoscaling.enabled requires one of',
  ],
  [
    { secret: { ...SECRET, metricsToken: '' }, serviceMonitor: { enabled: true } },
    'serviceMonitor.enabled requires secret.metricsToken',
  ],
])('%j is rejected with its name', async (values, message) => {
  await expect(renderer.render(values)).rejects.toThrow(message);
});
