import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { FORMAT_IDS as CONFIGURABLE_FORMATS, PROVIDER_IDS, loadConfig } from '#config';
import { findProvider } from '#providers';
import { FORMAT_IDS } from '#wire';

describe('every provider that the config file knows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-providers-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(PROVIDER_IDS)('%s is either built or named as not available', (provider) => {
    const channel = { name: 'a', provider, apiKey: 'k', baseUrl: 'http://127.0.0.1:9', models: ['m'] };
    writeFileSync(join(folder, 'modelgate.yaml'), JSON.stringify({ channels: [channel] }));
    const { unavailable } = loadConfig({}, folder);
    expect(unavailable.includes(`provider ${provider}`)).toBe(findProvider(provider) === undefined);
  });
});

it('lets channels list exactly the formats that exist', () => {
  expect(CONFIGURABLE_FORMATS.toSorted()).toEqual([...new Set(Object.values(FORMAT_IDS).flat())].toSorted());
});
