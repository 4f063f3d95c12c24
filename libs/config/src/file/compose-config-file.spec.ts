import { describe, expect, it } from '@jest/globals';
import { type ConfigAdditions, composeConfigFile } from '../index.js';

const NOTHING: ConfigAdditions = { channels: [], tokens: [], owners: [], models: [], settings: [] };

const FILE = `# Ours, with care.

channels:
    - { name: main, provider: openai, apiKey: \${MAIN_KEY}, models: [ gpt-5-mini ] }   # the one

    - name: 'second'
      provider: openai
      models:
        - "gpt-5"   # and no other
# What CI uses.
tokens:
- name: ci
  rpm: 60

usage:
   retentionDays: 30   # a month
`;

describe('a config file with additions', () => {
  it('does not change without additions', () => {
    expect(composeConfigFile(FILE, NOTHING)).toBe(FILE);
  });

  it('keeps every line, and gets new ones in their sections', () => {
    const added = composeConfigFile(FILE, {
      ...NOTHING,
      channels: [{ name: 'third', provider: 'openai', models: ['gpt-5'], apiKey: '${THIRD}' }],
      tokens: [{ name: 'laptop' }, { name: 'phone' }],
      models: [{ id: 'fast', price: { perRequest: 0.5 } }],
      settings: [
        { path: ['usage', 'other'], value: 1 },
        { path: ['sandbox'], value: false },
      ],
    });
    expect(added).toBe(
      FILE.replace(
        '# What CI uses.',
        `    - name: third\n      provider: openai\n      models:\n        - gpt-5\n      apiKey: \${THIRD}\n# What CI uses.`,
      )
        .replace('  rpm: 60\n', '  rpm: 60\n- name: laptop\n- name: phone\n')
        .replace('# a month\n', '# a month\n   other: 1\n')
        .concat('models:\n  - id: fast\n    price:\n      perRequest: 0.5\nsandbox: false\n'),
    );
  });

  it('is formatted again with its comments if a section is in brackets', () => {
    const file = '# Ours\nchannels: [{ name: main, apiKey: ${KEY} }]\n';
    const added = composeConfigFile(file, { ...NOTHING, channels: [{ name: 'other' }] });
    expect(added).toContain('# Ours\n');
    expect(added).toContain('apiKey: ${KEY}');
    expect(added).toContain('name: other');
  });

  it('stays JSON', () => {
    const file = '{\n    "channels": [],\n    "tokens": [{ "name": "ci", "key": "${KEY}" }]\n}\n';
    const added = composeConfigFile(file, { ...NOTHING, tokens: [{ name: 'more' }] });
    expect(JSON.parse(added)).toEqual({
      channels: [],
      tokens: [{ name: 'ci', key: '${KEY}' }, { name: 'more' }],
    });
    expect(added).toMatch(/^\{\n {4}"channels"/);
  });

  it('is created if it is empty or does not exist', () => {
    const tokens = [{ name: 'ci' }];
    expect(composeConfigFile('# Nothing yet\n', { ...NOTHING, tokens })).toContain('# Nothing yet');
    expect(composeConfigFile(undefined, { ...NOTHING, tokens })).toBe('tokens:\n  - name: ci\n');
  });
});
