import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigFolder } from './testing/config-folder.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const SECRET = 'hunter2-hunter2-hunter2';

/** A channel on line 2 whose other keys start on line 5. */
const channel = (keys: string) =>
  `channels:\n  - name: a\n    provider: openai\n    models: [m]\n    ${keys}`;
const channelModels = (list: string) => `channels:\n- name: a\n  provider: openai\n  models: ${list}`;
const token = (keys: string) => `tokens:\n  - name: a\n    ${keys}`;
const model = (keys: string) => `models:\n  - id: a\n    ${keys}`;

type Case = readonly [yaml: string, message: string];

function expectErrors(cases: readonly Case[]): void {
  it.each(cases)('%j', (yaml, message) => {
    expect(folder.getError(yaml, { SECRET, EMPTY: '' })).toBe(`modelgate.yaml:${message}`);
    expect(message).not.toContain('hunter');
  });
}

describe('invalid YAML', () => {
  expectErrors([
    ['sandbox: true\nchannels:\n\t- name: a', '3: not valid YAML: a tab is used as indentation; use spaces'],
    ['a: [1, 2', '1: not valid YAML: wrong indentation, or a bracket that is not closed'],
    [`tokens:\n- key: "${SECRET}`, '2: not valid YAML: a quote, bracket, comma or colon is missing'],
    [
      `tokens:\n- key: b: ${SECRET}`,
      '2: not valid YAML: a second colon in one line, or wrong indentation; a value with ": " needs quotes',
    ],
    [`tokens:\n- key: "a" ${SECRET}`, '2: not valid YAML: the text here is unexpected'],
    [`tokens:\n- key: *${SECRET}`, '2: tokens[0].key: the alias (*) has no anchor (&) before it'],
    [`tokens:\n- key: !env ${SECRET}`, '2: not valid YAML: a tag (!) is unknown or does not fit its value'],
    ['tokens:\n- key: !!binary aGVsbG8=', '2: tokens[0].key: the tag (!) is not supported'],
    [
      'sandbox: true\n---\nsandbox: true',
      '2: not valid YAML: a second document starts here; only one is allowed',
    ],
    ['sandbox: true\nusage: {}\nsandbox: false', '3: sandbox: is defined twice, first on line 1'],
    ['tokens:\n- name: a\n  rpm: 1\n  name: b', '4: tokens[0].name: is defined twice, first on line 2'],
    ['{"sandbox": true,\n"sandbox": true}', '2: sandbox: is defined twice, first on line 1'],
    ['channels: &a [*a]', '1: channels[0]: the alias (*) has no anchor (&) before it'],
    ['? [a]\n: b', '1: a key is not a plain string'],
    [`\nsandbox: ${'['.repeat(20_000)}`, '2: the values are nested too deeply'],
    [`${'- '.repeat(20_000)}a`, '1: the values are nested too deeply'],
    ['sandbox: true\n__proto__: {}', '2: __proto__: unknown key'],
  ]);

  it('an alias bomb', () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0 ? `l0: &l0 [${'x,'.repeat(9)}]` : `l${level}: &l${level} [${`*l${level - 1},`.repeat(9)}]`,
    );
    expect(folder.getError(levels.join('\n'))).toMatch(
      /^modelgate\.yaml:\d: l\d\[\d\]: the aliases \(\*\) expand to too many values$/,
    );
  });
});

describe('an invalid structure', () => {
  expectErrors([
    ['[]', '1: an empty list is not a map of settings'],
    ['hello', '1: text is not a map of settings'],
    ['chanels: []', '1: chanels: unknown key; did you mean "channels"?'],
    ['xyzzy: 1', '1: xyzzy: unknown key'],
    ['"a\\nb c": 1', '1: ["a\\nb c"]: unknown key'],
    [`{apiKey:${SECRET}}`, '1: ["apiKey:…"]: unknown key'],
    ['sandbox: true\nchannels:', '2: channels: an empty value is not a list of channels'],
    [`channels: ${SECRET.replaceAll('hunter', 'x')}`, '1: channels: text is not a list of channels'],
    ['channels: [1]', '1: channels[0]: 1 is not a map that describes a channel'],
    ['sandbox: "yes"', '1: sandbox: "yes" is not true or false'],
  ]);
});

describe('an invalid channel', () => {
  const names = 'a name (1 to 128 characters, without leading or trailing spaces)';
  const keys = 'a key (printable ASCII characters without spaces)';
  const urls = 'an http:// or https:// URL without user, password, query or fragment';

  expectErrors([
    [
      'channels:\n- name: a\n  provider: opnai\n  models: [m]',
      '3: channels[0].provider: "opnai" is not a provider; did you mean "openai"?',
    ],
    [
      'channels:\n- name: a\n  provider: ${SECRET}\n  models: [m]',
      '3: channels[0].provider: "${SECRET}" is not a provider (openai, gemini, azure-openai, bedrock, vertex, openai-compatible, sandbox, kling, wan)',
    ],
    ['channels:\n\n- provider: jina\n  models: [m]', `3: channels[0].name: is missing: it must be ${names}`],
    [
      'channels:\n- name: a\n  provder: openai\n  models: [m]',
      '3: channels[0].provder: unknown key; did you mean "provider"?',
    ],
    [channel('base_url: x'), '5: channels[0].base_url: unknown key; did you mean "baseUrl"?'],
    ['channels:\n- name: ""\n  provider: openai\n  models: [m]', `2: channels[0].name: "" is not ${names}`],
    ['channels:\n- name: 12\n  provider: openai\n  models: [m]', `2: channels[0].name: 12 is not ${names}`],
    [
      'channels:\n- { name: a, provider: openai, models: [m] }\n- { name: a, provider: openai, models: [m] }',
      '3: channels[1].name: is the same as in channels[0]',
    ],
    [
      'channels:\n- name: a\n  provider: openai-compatible\n  models: [m]',
      '2: channels[0].baseUrl: is missing: it is required for provider openai-compatible',
    ],
    [
      'channels:\n- name: a\n  provider: azure-openai\n  models: [m]',
      '2: channels[0].baseUrl: is missing: it is required for provider azure-openai',
    ],
    [channel('apiVersion: v1'), '5: channels[0].apiVersion: is supported only for provider azure-openai'],
    [channel('baseUrl: ftp://x'), `5: channels[0].baseUrl: "ftp://x" is not ${urls}`],
    [channel(`baseUrl: https://me:${SECRET}@x`), `5: channels[0].baseUrl: "***@x" is not ${urls}`],
    [channel(`baseUrl: https://x?key=${SECRET}`), `5: channels[0].baseUrl: "https://x?***" is not ${urls}`],
    [channel('baseUrl: me:${SECRET}'), `5: channels[0].baseUrl: "me:\${SECRET}" is not ${urls}`],
    [channel(`apiKey: ${SECRET} x`), `5: channels[0].apiKey: the value is not ${keys}`],
    [channel('apiKey: 1234567'), `5: channels[0].apiKey: the value is not ${keys}`],
    [channel(`apiKeys: [a, "${SECRET}\\n"]`), `5: channels[0].apiKeys[1]: the value is not ${keys}`],
    [channel('apiKeys: []'), '5: channels[0].apiKeys: the value is not a list of one or more keys'],
    [
      channel(`apiKey: ${SECRET}\n    apiKeys: [${SECRET}]`),
      '6: channels[0].apiKeys: cannot be combined with apiKey',
    ],
    [channel('apiKey: ${MISSING}'), '5: channels[0].apiKey: the environment variable "MISSING" is not set'],
    [channel('apiKey: ${EMPTY}'), '5: channels[0].apiKey: the environment variable "EMPTY" is not set'],
    [
      channel('apiKey: ${constructor}'),
      '5: channels[0].apiKey: the environment variable "constructor" is not set',
    ],
    [
      channel('apiKey: ${SECRET:-x}'),
      '5: channels[0].apiKey: a "${" is not followed by the name of a variable and "}"',
    ],
    [
      channel('apiKey: ${SECRET'),
      '5: channels[0].apiKey: a "${" is not followed by the name of a variable and "}"',
    ],
    [channel('priority: 1.5'), '5: channels[0].priority: 1.5 is not a whole number from -1000000 to 1000000'],
    [channel('weight: 0'), '5: channels[0].weight: 0 is not a whole number from 1 to 1000000'],
    [channel('enabled: 1'), '5: channels[0].enabled: 1 is not true or false'],
    [
      channel('formats: [openai-chta]'),
      '5: channels[0].formats[0]: "openai-chta" is not a format; did you mean "openai-chat"?',
    ],
    [channel('formats: []'), '5: channels[0].formats: an empty list is not a list of one or more formats'],
    [
      channel('maxConcurrency: -1'),
      '5: channels[0].maxConcurrency: -1 is not a whole number from 1 to 1000000',
    ],
    [
      channel('timeouts: { connectMs: 0 }'),
      '5: channels[0].timeouts.connectMs: 0 is not a whole number from 1 to 86400000',
    ],
    [
      channel('timeouts: { connect: 1 }'),
      '5: channels[0].timeouts.connect: unknown key; did you mean "connectMs"?',
    ],
    [
      channel('headers: { "x y": a }'),
      '5: channels[0].headers["x y"]: is not a header name that a channel may set',
    ],
    [
      channel('headers: { Content-Length: "1" }'),
      '5: channels[0].headers.Content-Length: is not a header name that a channel may set',
    ],
    [
      channel(`headers: { x-key: "${SECRET}\\r\\nx: y" }`),
      '5: channels[0].headers.x-key: the value is not a header value (text on one line)',
    ],
  ]);
});

describe('an invalid model list of a channel', () => {
  const patterns =
    'a model id (1 to 256 characters, no empty, "." or ".." segment between slashes, "*" only at the end)';

  expectErrors([
    [channelModels('[]'), '4: channels[0].models: an empty list is not a list of one or more models'],
    [channelModels('[a*b]'), `4: channels[0].models[0]: "a*b" is not ${patterns}`],
    [
      channelModels(`[${'m'.repeat(257)}]`),
      `4: channels[0].models[0]: "${'m'.repeat(60)}…" is not ${patterns}`,
    ],
    [channelModels('["a/../b"]'), `4: channels[0].models[0]: "a/../b" is not ${patterns}`],
    [channelModels('[7]'), '4: channels[0].models[0]: 7 is not a model id, or a map of id and upstream'],
    [
      channelModels('[{ id: a, upstrem: b }]'),
      '4: channels[0].models[0].upstrem: unknown key; did you mean "upstream"?',
    ],
    [
      channelModels('[{ upstream: b }]'),
      '4: channels[0].models[0].id: is missing: it must be a model id (1 to 256 characters, no empty, "." or ".." segment between slashes, no "*")',
    ],
    [
      channelModels('[{ id: "a*" }]'),
      '4: channels[0].models[0].id: "a*" is not a model id (1 to 256 characters, no empty, "." or ".." segment between slashes, no "*")',
    ],
    [
      channelModels('\n  - a\n  - id: a'),
      '6: channels[0].models[1]: is a duplicate model id in this channel',
    ],
  ]);
});

describe('an invalid token', () => {
  const keys = 'a token key (20 to 200 printable ASCII characters without spaces)';
  const limits = 'a whole number from 1 to 1000000000';

  expectErrors([
    ['tokens:\n- name: a\n- name: a', '3: tokens[1].name: is the same as in tokens[0]'],
    [
      `tokens:\n- { name: a, key: ${SECRET} }\n- { name: b, key: ${SECRET} }`,
      '3: tokens[1].key: is the same as in tokens[0]',
    ],
    [token('key: hunter2'), `3: tokens[0].key: the value is not ${keys}`],
    [token(`key: ${SECRET} ${SECRET}`), `3: tokens[0].key: the value is not ${keys}`],
    [
      token('models: ["a*b"]'),
      '3: tokens[0].models[0]: "a*b" is not a model id (1 to 256 characters, no empty, "." or ".." segment between slashes, "*" only at the end)',
    ],
    [token('models: []'), '3: tokens[0].models: an empty list is not a list of one or more models'],
    [token('rpm: 0'), `3: tokens[0].rpm: 0 is not ${limits}`],
    [token('tpm: "600"'), `3: tokens[0].tpm: "600" is not ${limits}`],
    [token('concurrency: .inf'), `3: tokens[0].concurrency: Infinity is not ${limits}`],
    [token('budgetUsd: -1'), '3: tokens[0].budgetUsd: -1 is not an amount in USD (0 to 1000000000)'],
    [token('budgetUsd: .nan'), '3: tokens[0].budgetUsd: NaN is not an amount in USD (0 to 1000000000)'],
    [token('budgetUsd: 1\n    budget: { usd: 1 }'), '4: tokens[0].budget: cannot be combined with budgetUsd'],
    [
      token('expiresAt: 2030-01-01'),
      '3: tokens[0].expiresAt: "2030-01-01" is not a date and time with offset, such as 2030-01-01T00:00:00Z',
    ],
    [
      token('expiresAt: 2030-02-30T00:00:00Z'),
      '3: tokens[0].expiresAt: "2030-02-30T00:00:00Z" is not a date and time with offset, such as 2030-01-01T00:00:00Z',
    ],
    [token('allowedIps: [10.0.0]'), '3: tokens[0].allowedIps[0]: "10.0.0" is not an IP address or CIDR'],
    [
      token('webhook: { url: example.com }'),
      '3: tokens[0].webhook.url: "example.com" is not an http:// or https:// URL without user and password',
    ],
    [
      token(`webhook: { url: "https://x", secret: "${SECRET}" }`),
      '3: tokens[0].webhook.secret: the value is not a webhook secret (whsec_ and 24 to 64 bytes in base64)',
    ],
    [
      token('webhook: { url: "https://x", secret: whsec_ }'),
      '3: tokens[0].webhook.secret: the value is not a webhook secret (whsec_ and 24 to 64 bytes in base64)',
    ],
    [
      token('cacheTtlSeconds: -1'),
      '3: tokens[0].cacheTtlSeconds: -1 is not a whole number from 0 to 31536000',
    ],
    [token('storeContent: true'), '3: tokens[0].storeContent: true is not a map of ttlDays'],
  ]);
});

describe('an invalid model or setting', () => {
  expectErrors([
    ['models:\n- id: a\n- id: a', '3: models[1].id: is the same as in models[0]'],
    [
      model('price: { inputPerMTok: -0.1 }'),
      '3: models[0].price.inputPerMTok: -0.1 is not an amount in USD (0 to 1000000000)',
    ],
    [
      model('price: { inputPerMtoks: 1 }'),
      '3: models[0].price.inputPerMtoks: unknown key; did you mean "inputPerMTok"?',
    ],
    [model('fallbacks: [b, a]'), '3: models[0].fallbacks[1]: is the model itself'],
    [
      model('capabilities: [embedding]'),
      '3: models[0].capabilities[0]: "embedding" is not a capability; did you mean "embeddings"?',
    ],
    [
      model('strategy: random'),
      '3: models[0].strategy: "random" is not a strategy (priority, latency, cost)',
    ],
    [model('realtime: { voices: a }'), '3: models[0].realtime.voices: unknown key; did you mean "voice"?'],
    ['media:\n  store: s3', '1: media.s3: is missing: it is required for store s3'],
    [
      'media:\n  s3: { region: r, bucket: b, accessKeyId: i, secretAccessKey: k, prefix: a/../b }',
      '2: media.s3.prefix: "a/../b" is not a prefix, such as media or gateways/production (without a slash at either end)',
    ],
    [
      'media:\n  store: s3\n  s3: { region: r, bucket: b, accessKeyId: i, secretAccessKey: "${SECRET} x" }',
      '3: media.s3.secretAccessKey: the value is not a key (printable ASCII characters without spaces)',
    ],
    ['quotas: { mediaMb: 0 }', '1: quotas.mediaMb: 0 is not a whole number from 1 to 100000000'],
    ['usage: { retentionDays: 0 }', '1: usage.retentionDays: 0 is not a whole number from 1 to 36500'],
    [
      'policies: { redact: [emails] }',
      '1: policies.redact[0]: "emails" is not a kind of text to redact; did you mean "email"?',
    ],
    [
      'policies: { moderation: { model: m, action: drop } }',
      '1: policies.moderation.action: "drop" is not an action (block, flag)',
    ],
    ['budgets: { global: { usd: 1 }, globalUsd: 1 }', '1: budgets.globalUsd: cannot be combined with global'],
    [
      'budgets: { period: daily }',
      '1: budgets.globalUsd: is missing: it must be an amount in USD (0 to 1000000000)',
    ],
  ]);

  it('is reported for the first of several lines', () => {
    expect(folder.getError('usage: { retentionDays: 0 }\nsandbox: 1\nchannels: 1')).toMatch(
      /^modelgate\.yaml:1: usage/,
    );
  });
});
