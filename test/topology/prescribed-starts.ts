import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ChartRenderer, type Manifest } from '../kubernetes/render-chart.js';
import { THIS_CHECKOUT } from './topology.js';

type Environment = Record<string, string>;

interface Probe {
  httpGet: { path: string };
}

interface Container {
  env: { name: string; value?: string }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
}

/** The environment of a pod, and the paths of its probes. */
export interface Pod {
  environment: Environment;
  config: object;
  livenessPath: string;
  readinessPath: string;
}

/** A pod of the API as the Kubernetes chart describes it, for an installation with this environment and config file. */
export async function renderPod(environment: Environment, config: object): Promise<Pod> {
  const renderer = new ChartRenderer();
  try {
    await renderer.build();
    const { DATABASE_URL, MODELGATE_SECRET_KEY, REDIS_URL, ...others } = environment;
    const secret = { databaseUrl: DATABASE_URL, secretKey: MODELGATE_SECRET_KEY, redisUrl: REDIS_URL };
    const { DATABASE_DIRECT_URL, MODELGATE_ALLOWED_PRIVATE_NETWORKS } = others;
    const { manifests } = await renderer.render({
      secret: { ...secret, env: { DATABASE_DIRECT_URL } },
      env: { MODELGATE_ALLOWED_PRIVATE_NETWORKS },
      config,
    });
    return readPod(manifests);
  } finally {
    renderer.remove();
  }
}

function readPod(manifests: readonly Manifest[]): Pod {
  const find = (kind: string, suffix = ''): Manifest => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name.endsWith(suffix));
    if (found === undefined) throw new Error(`the chart renders no ${kind} …${suffix}`);
    return found;
  };
  const { template } = find('Deployment', '-api')['spec'] as {
    template: { spec: { containers: [Container] } };
  };
  const [{ env, livenessProbe, readinessProbe }] = template.spec.containers;
  const data = find('ConfigMap')['data'] as Record<string, string>;
  return {
    environment: {
      ...(find('Secret', 'modelgate')['stringData'] as Environment),
      ...Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
    },
    config: parse(data['modelgate.yaml'] ?? '') as object,
    livenessPath: livenessProbe.httpGet.path,
    readinessPath: readinessProbe.httpGet.path,
  };
}

/** How systemd starts everything on one machine, as the page for operators describes. */
export function readSystemdUnit(): { environment: Environment; script: string; notRestarted: string } {
  const page = readFileSync(join(THIS_CHECKOUT, 'docs/operations.md'), 'utf8');
  const [, unit = ''] = /```ini\n([^`]*)```/.exec(page) ?? [];
  const lines = unit
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const settings = Object.fromEntries(lines) as Record<string, string>;
  const [, script] = /^\/usr\/bin\/node (\S+)$/.exec(settings['ExecStart'] ?? '') ?? [];
  if (script === undefined) throw new Error('the unit of docs/operations.md starts no script');
  return {
    environment: Object.fromEntries(
      (settings['Environment'] ?? '').split(' ').map((pair) => pair.split('=')),
    ),
    script,
    notRestarted: settings['RestartPreventExitStatus'] ?? '',
  };
}
