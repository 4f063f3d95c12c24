import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './index.js';
import { ConfigFolder, getMessage } from './testing/config-folder.js';
import { PROVIDERS } from './testing/providers.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const channelNamed = (name: string) => `channels: [{ name: "${name}", provider: sandbox, models: [m] }]`;

describe('the config file', () => {
  it('may be JSON, indented with tabs', () => {
    const value = { channels: [{ name: 'a/\u{1f600}', provider: 'sandbox', models: ['m'] }] };
    folder.write('config.json', JSON.stringify(value, undefined, '\t'));
    const config = loadConfig({ MODELGATE_CONFIG: 'config.json' }, folder.path, PROVIDERS);
    expect(config.file).toMatchObject({
      path: `${folder.path}/config.json`,
      channels: [{ name: 'a/\u{1f600}' }],
    });
  });

  it.each(['', '# nothing yet\n', '{}', '---\n'])('can be empty: %j', (yaml) => {
    expect(folder.load(yaml).file).toEqual({
      path: `${folder.path}/modelgate.yaml`,
      channels: [],
      tokens: [],
      owners: [],
      models: [],
    });
  });

  it('may use anchors and aliases', () => {
    const yaml = `
channels:
  - { name: a, provider: openai, models: &models [m, n] }
  - { name: b, provider: openai, models: *models }
`;
    expect(folder.load(yaml).file?.channels[1]?.models.map(({ id }) => id)).toEqual(['m', 'n']);
  });

  it('is deeply frozen', () => {
    const timeouts = folder.load(channelNamed('a')).file?.channels[0]?.timeouts;
    expect(timeouts).toBeDefined();
    expect(() => Object.assign(timeouts ?? {}, { idleMs: 0 })).toThrow(TypeError);
  });

  it('is shown in messages with its given name', () => {
    const path = folder.write('other.yaml', '\n\nsandbox: maybe\n');
    expect(getMessage(() => loadConfig({ MODELGATE_CONFIG: path }, '/', PROVIDERS))).toBe(
      `${path}:3: sandbox: "maybe" is not true or false`,
    );
  });

  it('must be UTF-8', () => {
    folder.write('utf16.yaml', Uint8Array.of(0xff, 0xfe, 0x61, 0x00));
    expect(getMessage(() => loadConfig({ MODELGATE_CONFIG: 'utf16.yaml' }, folder.path, PROVIDERS))).toBe(
      'MODELGATE_CONFIG: "utf16.yaml" is not UTF-8 text',
    );
  });
});

const getName = (name: string, environment: NodeJS.ProcessEnv) =>
  folder.load(channelNamed(name), environment).file?.channels[0]?.name;

describe('the schedule of model updates', () => {
  const key = Buffer.alloc(32, 2).toString('base64');

  it.each([
    ['modelUpdates: { from: [./a.json], unsigned: true }', { from: ['./a.json'], unsigned: true }],
    [
      `modelUpdates: { from: ["https://x/a.json?b=c"], everyHours: 720, publicKey: "${key}", apply: true }`,
      { from: ['https://x/a.json?b=c'], everyHours: 720, publicKey: key, apply: true },
    ],
    [
      `modelUpdates: { from: [a.json, b.json], sha256: [${'0f'.repeat(32)}] }`,
      { from: ['a.json', 'b.json'], sha256: ['0f'.repeat(32)] },
    ],
  ])('is read from %s', (yaml, settings) => {
    const defaults = { everyHours: 24, unsigned: false, apply: false };
    expect(folder.load(yaml, {}).file?.modelUpdates).toEqual({ ...defaults, ...settings });
  });

  it.each([
    ['from: [a.json]', ': requires exactly one of publicKey, sha256 and unsigned: true'],
    [`from: [a.json], unsigned: true, publicKey: "${key}"`, ': requires exactly one of publicKey, sha256'],
    ['from: ["http://x/a"], unsigned: true', '.from[0]: "http://x/a" is not an https URL or the path'],
    ['from: [a, b, c], unsigned: true', '.from: has 3 items; the maximum is 2'],
    ['from: [a.json], everyHours: 0, unsigned: true', '.everyHours: 0 is not a whole number from 1 to 720'],
    ['from: [a.json], publicKey: "${SECRET}"', '.publicKey: the value is not an Ed25519 public key'],
  ])('cannot be %s', (settings, message) => {
    const error = folder.getError(`modelUpdates: { ${settings} }`, { SECRET: 'hunter2' });
    expect(error).toContain(`modelgate.yaml:1: modelUpdates${message}`);
    expect(error).not.toContain('hunter2');
  });
});

describe('exports', () => {
  const secret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
  const webhook = `webhook: { url: "https://x/y", secret: "${secret}" }`;

  it('are read with the defaults for their destination', () => {
    const s3 = 's3: { region: r, bucket: b, accessKeyId: k, secretAccessKey: s }';
    const yaml = `exports: [{ name: one, ${s3} }, { name: two, content: true, maxMb: 3, ${webhook} }]`;
    const defaults = { everySeconds: 60, maxRows: 10_000 };
    expect(folder.load(yaml).file?.exports).toMatchObject([
      { ...defaults, name: 'one', content: false, maxMb: 8, s3: { prefix: 'exports' } },
      { ...defaults, name: 'two', content: true, maxMb: 3, webhook: { url: 'https://x/y', secret } },
    ]);
  });

  it.each([
    ['{ name: a }', '[0]: requires either s3 or webhook'],
    [`{ name: A b, ${webhook} }`, '[0].name: "A b" is not a name of lower-case letters'],
    ['{ name: a, webhook: { url: "https://x/y" } }', '[0].webhook.secret: is missing'],
    [
      '{ name: a, webhook: { url: "https://x/y", secret: "${SECRET}" } }',
      '[0].webhook.secret: the value is not',
    ],
    [`{ name: a, everySeconds: 0, ${webhook} }`, '[0].everySeconds: 0 is not a whole number from 1 to 86400'],
    [`{ name: a, ${webhook} }, { name: a, ${webhook} }`, '[1].name'],
  ])('cannot be %s', (entries, message) => {
    const error = folder.getError(`exports: [${entries}]`, { SECRET: 'hunter2' });
    expect(error).toContain(`modelgate.yaml:1: exports${message}`);
    expect(error).not.toContain('hunter2');
  });
});

describe('${NAME}', () => {
  it('is replaced by the variable anywhere in a text, any number of times', () => {
    expect(getName('${A}-x-${B_2}${A}', { A: '1', B_2: '2' })).toBe('1-x-21');
  });

  it('is not replaced within the value of a variable', () => {
    expect(getName('${A}', { A: '${B} $& $1', B: 'b' })).toBe('${B} $& $1');
  });

  it('does not affect a single dollar sign', () => {
    expect(getName('$A {B} $', { A: '1' })).toBe('$A {B} $');
  });
});
