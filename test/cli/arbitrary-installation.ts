import { type Channel, type ModelEntity } from '#catalog';
import { isModelName } from '#config';
import * as fc from 'fast-check';

export interface MadeLimits {
  rpm?: number;
  tpm?: number;
  concurrency?: number;
  requestsPerDay?: number;
  budget?: { usd: number; period: 'total' | 'daily' | 'monthly' };
}

export interface MadeToken {
  name: string;
  owner: string | null;
  models: string[] | null;
  allowedIps: string[] | null;
  expiresAt: Date | null;
  cacheTtlSeconds: number | null;
  contentDays: number | null;
  enabled: boolean;
  limits: MadeLimits;
  webhook: { url: string; secret?: string } | undefined;
}

export interface MadeInstallation {
  channels: Omit<Channel, 'id' | 'origin' | 'createdAt'>[];
  models: Omit<ModelEntity, 'enabled' | 'origin' | 'createdAt' | 'updatedAt'>[];
  owners: ({ name: string } & MadeLimits)[];
  tokens: MadeToken[];
}

/** Texts that a file could parse as another type. */
const TRICKY = [
  '${HOME}',
  '${',
  'a: b',
  '# no comment',
  '- item',
  '[x]',
  '{y}',
  'true',
  'null',
  '~',
  '1e3',
  '0x1f',
].concat([
  '"quoted"',
  "it's",
  '2030-01-01',
  '*alias',
  '&anchor',
  '!tag',
  '%',
  '@',
  '`',
  '|',
  '>',
  'ünï 日本 👩‍🚀',
]);

const letters = (alphabet: string): fc.Arbitrary<string> => fc.constantFrom(...Array.from(alphabet));

const name = fc
  .oneof(
    fc.constantFrom(...TRICKY),
    fc.string({ unit: letters('abcXYZ019 -_.:#$\'"{}[]é日'), minLength: 1, maxLength: 20 }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '');
const modelName = name.filter(isModelName);
const modelId = modelName.filter((text) => !text.includes('*'));
const credential = fc.string({
  unit: letters('abcXYZ019-_.:#$\'"{}[]'),
  minLength: 1,
  maxLength: 40,
});
const positive = fc.integer({ min: 1, max: 1_000_000_000 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const several = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.uniqueArray(value, { minLength: 1, maxLength: 3 });

const microUsd = fc.integer({ min: 0, max: 1_000_000_000_000 });
const usd = microUsd.map((amount) => amount / 1_000_000);
const limits: fc.Arbitrary<MadeLimits> = fc.record({
  rpm: maybe(positive),
  tpm: maybe(positive),
  concurrency: maybe(positive),
  requestsPerDay: maybe(positive),
  budget: maybe(fc.record({ usd, period: fc.constantFrom('total', 'daily', 'monthly') })),
});

const channelModel = fc.oneof(
  modelId.map((id) => ({ id, upstream: id })),
  fc.record({ id: modelId, upstream: modelName }),
  modelId.map((id) => ({ id: `${id}*`, upstream: `${id}*` })),
);

const keyedChannel = fc.record({
  name,
  provider: fc.constantFrom('openai', 'anthropic', 'openai-compatible'),
  baseUrl: fc.constant('https://models.example.com/v1'),
  apiKeys: fc.array(credential, { maxLength: 3 }),
  headers: fc.dictionary(
    fc.string({ unit: letters('abc-X9'), minLength: 1, maxLength: 10 }),
    fc.string({ unit: letters('ab ${}:#é'), maxLength: 12 }),
    { maxKeys: 3 },
  ),
  models: fc.uniqueArray(channelModel, { selector: ({ id }) => id, minLength: 1, maxLength: 4 }),
  formats: maybe(several(fc.constantFrom('openai-chat', 'openai-responses'))),
  priority: fc.integer({ min: -5, max: 5 }),
  weight: fc.integer({ min: 1, max: 9 }),
  maxConcurrency: maybe(positive.map((count) => Math.min(count, 1_000_000))),
  maxConnections: maybe(positive.map((count) => Math.min(count, 1_000_000))),
  promptCaching: maybe(fc.boolean()),
  repair: maybe(fc.boolean()),
  believeUpstreamCost: maybe(fc.boolean()),
  timeouts: fc.record({
    connectMs: fc.constantFrom(5_000, 1),
    firstByteMs: fc.constantFrom(300_000, 2),
    idleMs: fc.constantFrom(300_000, 3),
    wholeMs: fc.constantFrom(600_000, 4),
  }),
  enabled: fc.boolean(),
});

/** Settings of channels with a cloud identity instead of keys. */
const identified = fc.record({
  provider: fc.constant('azure-openai'),
  apiKeys: fc.constant<string[]>([]),
  auth: fc.record({
    type: fc.constant('entra' as const),
    tenantId: fc.constant('contoso.example'),
    clientId: fc.constant('c'),
    clientSecret: name,
  }),
});

const channel = fc.oneof(
  keyedChannel,
  fc.tuple(keyedChannel, identified).map(([keyed, identity]) => ({ ...keyed, ...identity })),
);

const positiveMs = fc.integer({ min: 1, max: 86_400_000 });

const model = fc
  .record({
    id: modelId,
    price: orNull(
      fc.record({ inputPerMTok: maybe(usd), perImage: maybe(fc.record({ default: usd, '1024x1024': usd })) }),
    ),
    fallbacks: orNull(several(modelId)),
    capabilities: orNull(several(fc.constantFrom('chat', 'embeddings', 'video'))),
    strategy: orNull(fc.constantFrom('priority', 'latency', 'cost')),
    hedgeMs: orNull(fc.integer({ min: 1, max: 3_600_000 })),
    timeouts: orNull(
      fc.record({ firstByteMs: maybe(positiveMs), idleMs: maybe(positiveMs), wholeMs: maybe(positiveMs) }),
    ),
    deadlineMinutes: orNull(fc.integer({ min: 1, max: 10_080 })),
    realtime: orNull(fc.record({ voice: fc.constantFrom('alloy', 'verse'), speechModel: modelId })),
  })
  .filter(({ id, fallbacks }) => fallbacks?.includes(id) !== true);

const token = fc.record({
  name,
  owner: orNull(name),
  models: orNull(
    several(
      fc.oneof(
        modelId,
        modelId.map((id) => `${id}*`),
      ),
    ),
  ),
  allowedIps: orNull(several(fc.constantFrom('127.0.0.1/32', '10.0.0.0/8', '::1/128'))),
  expiresAt: orNull(
    fc.constantFrom(new Date('2130-01-01T00:00:00.000Z'), new Date('2129-05-06T07:08:09.010Z')),
  ),
  cacheTtlSeconds: orNull(fc.integer({ min: 0, max: 31_536_000 })),
  contentDays: orNull(fc.integer({ min: 1, max: 3650 })),
  enabled: fc.boolean(),
  limits,
  webhook: maybe(
    fc.record({
      url: fc.constantFrom('https://example.com/hook', 'https://example.com/${a}?b=%24#c'),
      secret: maybe(
        fc
          .uint8Array({ minLength: 24, maxLength: 64 })
          .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
      ),
    }),
  ),
});

/** Any installation that can be created in the console. */
export const arbitraryInstallation: fc.Arbitrary<MadeInstallation> = fc.record({
  channels: fc.uniqueArray(channel, { selector: (made) => made.name, maxLength: 3 }),
  models: fc.uniqueArray(model, { selector: (made) => made.id, maxLength: 3 }),
  owners: fc.uniqueArray(
    fc.tuple(name, limits).map(([owner, limited]) => ({ name: owner, ...limited })),
    { selector: (made) => made.name, maxLength: 3 },
  ),
  tokens: fc.uniqueArray(token, { selector: (made) => made.name, maxLength: 3 }),
});
