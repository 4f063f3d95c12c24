import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfig } from '#config';
import { listKnownProviders } from '#providers';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Variables that the image or the Compose file sets, since volumes and ports depend on them. */
const FIXED = new Set([
  'HOST',
  'PORT',
  'DATABASE_URL',
  'REDIS_URL',
  'MODELGATE_SECRET_KEY',
  'MODELGATE_DATA_DIR',
  'MODELGATE_CONFIG',
  'MODELGATE_WORKER_PORT',
]);

/** Every variable that the gateway reads, without those that name a file with the value of another one. */
function listVariables(): string[] {
  const asked = new Set<string>();
  const environment = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      getOwnPropertyDescriptor: (target, name) => {
        asked.add(String(name));
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  loadConfig(environment, tmpdir(), listKnownProviders());
  return [...asked].filter((name) => !name.endsWith('_FILE') || !asked.has(name.slice(0, -'_FILE'.length)));
}

const variables = listVariables().filter((name) => !FIXED.has(name));
const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { environment?: Record<string, string | null> }>;
};

it.each(['api', 'worker'])('docker-compose.yml passes every setting to the %s', (service) => {
  const handedOn = services[service]?.environment ?? {};
  expect(variables).toContain('MODELGATE_ALLOWED_HOSTS');
  expect(variables.filter((name) => handedOn[name] !== null)).toEqual([]);
});

it('docker-compose.yml passes no variable that is not read', () => {
  const known = new Set([...variables, ...variables.map((name) => `${name}_FILE`)]);
  const handedOn = Object.entries(services['api']?.environment ?? {}).filter(([, value]) => value === null);
  expect(handedOn.filter(([name]) => !known.has(name))).toEqual([]);
});

it('.env.example shows every setting', () => {
  const example = read('.env.example');
  expect(variables.filter((name) => !example.includes(`\n#${name}=`))).toEqual([]);
});

it('the documentation explains every setting', () => {
  // The variables with the keys of providers are in the list of providers.
  const guide = read('docs/configuration.md') + read('docs/providers.md');
  expect([...variables, ...FIXED].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
