/** The configurations that the gateway is measured with. */
import { Client } from 'pg';

export const LIMITED_TOKEN = 'sk-mg-bench-limited-0123456789abcdef';
const TOKENS = [
  { name: 'bench', key: 'sk-mg-bench-0123456789abcdef' },
  {
    name: 'limited',
    key: LIMITED_TOKEN,
    rpm: 100_000_000,
    tpm: 1_000_000_000,
    budget: { usd: 1_000_000, period: 'monthly' },
  },
];
const PRICE = { inputPerMTok: 0.25, cachedInputPerMTok: 0.025, outputPerMTok: 2 };
const TIED_CHANNELS = 10;
const MANY = { tokens: 100_000, channels: 50, models: 100 };
const MANY_TOKENS = `
  insert into tokens (id, name, key_hash, key_hint, enabled, origin)
  select gen_random_uuid(), 'many-' || n, sha256(('many-' || n)::bytea), 'many', true, 'console'
  from generate_series(1, ${MANY.tokens}) n`;

/** One channel for each kind of response of the upstream, a model with a price, and a model with ten equal channels. */
export function buildConfig(upstreamPort) {
  const channel = (name, models, mode) => ({
    name,
    provider: 'openai-compatible',
    baseUrl: `http://127.0.0.1:${upstreamPort}${mode === undefined ? '' : `/${mode}`}/v1`,
    apiKey: 'k',
    models,
  });
  return {
    channels: [
      channel('bench', ['bench', 'bench-priced']),
      ...['burst', 'paced', 'held'].map((mode) => channel(mode, [`bench-${mode}`], mode)),
      ...Array.from({ length: TIED_CHANNELS }, (_, index) => channel(`tied-${index}`, ['bench-tied'])),
    ],
    models: [{ id: 'bench-priced', price: PRICE }],
    tokens: TOKENS,
  };
}

/** The same with additional channels and models. */
export function buildLargeConfig(upstreamPort) {
  const config = buildConfig(upstreamPort);
  const channels = Array.from({ length: MANY.channels }, (_, at) => ({
    ...config.channels[0],
    name: `many-${at}`,
    models: Array.from({ length: MANY.models }, (_, model) => `model-${at}-${model}`),
  }));
  return { ...config, channels: [...channels, ...config.channels] };
}

/** Fills the database of a data folder before the first start of the gateway. */
export async function addManyTokens(dataDir) {
  const { startEmbeddedPostgres } = await import('../../dist/libs/embedded-postgres/src/index.js');
  const { migrateDatabase } = await import('../../dist/libs/database/src/index.js');
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await migrateDatabase(server.url);
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(MANY_TOKENS);
    await client.end();
  } finally {
    await server.stop();
  }
}
