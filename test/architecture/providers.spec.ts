import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#config';
import { findProvider, listKnownProviders, registerProvider } from '#providers';
import { sandbox } from '#sandbox';

registerProvider(sandbox);

describe('every provider of the config file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-providers-'));
  const known = listKnownProviders();

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(known)('$id is built, and a config file may name it', ({ id: provider, fields }) => {
    const channel = {
      name: 'a',
      provider,
      apiKey: 'k',
      baseUrl: 'http://127.0.0.1:9',
      models: ['m'],
      ...(fields.some(({ name, required }) => name === 'region' && required) && { region: 'eu-west-1' }),
    };
    writeFileSync(join(folder, 'modelgate.yaml'), JSON.stringify({ channels: [channel] }));
    expect(loadConfig({}, folder, known).file?.channels).toMatchObject([{ provider }]);
    expect(findProvider(provider)).toBeDefined();
  });

  it.each(known.flatMap(({ id, apiKeyVariable }) => (apiKeyVariable ? [[id, apiKeyVariable]] : [])))(
    '%s gets a channel if its key is in %s',
    (provider, variable) => {
      rmSync(join(folder, 'modelgate.yaml'), { force: true });
      const { providerKeys } = loadConfig({ [variable ?? '']: 'k' }, folder, known);
      expect(providerKeys).toEqual([{ provider, variable, apiKey: 'k' }]);
      expect(findProvider(provider ?? '')?.usualModels ?? ['*']).not.toEqual([]);
    },
  );
});
