import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Manifest } from './render-chart.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPILER = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** The types of each kind, which are generated from the Kubernetes API description, and from that of the operator. */
const KINDS: Record<string, string> = {
  'apps/v1 Deployment': 'kubernetes-models/apps/v1/Deployment',
  'autoscaling/v2 HorizontalPodAutoscaler': 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler',
  'batch/v1 Job': 'kubernetes-models/batch/v1/Job',
  'monitoring.coreos.com/v1 ServiceMonitor':
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor',
  'networking.k8s.io/v1 Ingress': 'kubernetes-models/networking.k8s.io/v1/Ingress',
  'networking.k8s.io/v1 NetworkPolicy': 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
  'policy/v1 PodDisruptionBudget': 'kubernetes-models/policy/v1/PodDisruptionBudget',
  'v1 ConfigMap': 'kubernetes-models/v1/ConfigMap',
  'v1 PersistentVolumeClaim': 'kubernetes-models/v1/PersistentVolumeClaim',
  'v1 Secret': 'kubernetes-models/v1/Secret',
  'v1 Service': 'kubernetes-models/v1/Service',
  'v1 ServiceAccount': 'kubernetes-models/v1/ServiceAccount',
};

interface Model {
  validate(): void;
}

type ModelModule = Record<string, new (manifest: object) => Model>;

/** The error of a manifest in the schema of its kind. */
export async function findSchemaFault(manifest: Manifest): Promise<string | undefined> {
  const Kind = ((await import(toModule(manifest))) as ModelModule)[manifest.kind];
  if (Kind === undefined) throw new Error(`no schema for ${manifest.kind}`);
  try {
    new Kind(manifest).validate();
    return undefined;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`;
  }
}

/** The errors of the compiler. Unlike the schemas it reports fields that do not exist. */
export async function findUnknownFields(manifests: readonly Manifest[]): Promise<string> {
  // Inside the checkout, so that the packages are found.
  const folder = mkdtempSync(join(ROOT, 'test', 'kubernetes', '.check-'));
  try {
    const source = manifests.map((manifest, index) => declare(manifest, index)).join('\n');
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, source);
    const options = ['--strict', '--skipLibCheck', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
    return await compile([...options, '--ignoreConfig', file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function declare(manifest: Manifest, index: number): string {
  const type = `import('${toModule(manifest)}').I${manifest.kind}`;
  return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, undefined, 1)};`;
}

function toModule({ apiVersion, kind }: Manifest): string {
  const module = KINDS[`${apiVersion} ${kind}`];
  if (module === undefined) throw new Error(`nothing is known of ${apiVersion} ${kind}`);
  return module;
}

function compile(options: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMPILER, ...options], { cwd: ROOT }, (_error, stdout) => resolve(stdout));
  });
}
