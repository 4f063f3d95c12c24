import { storeRefusals } from '../../dist/libs/metering/src/refusals/refusal-store.js';
import { eventIdFor } from '../../dist/libs/metering/src/index.js';
import { GatewayError } from '../../dist/libs/canonical/src/index.js';
import { getErrorCode } from '../../dist/libs/wire/src/index.js';
import { Random } from './random.mjs';

const REFUSALS = 300;
const HOUR_MS = 60 * 60 * 1000;
const DAYS = 30;
const PATH = '/v1/chat/completions';

export const CLIENTS = [
  { address: '203.0.113.17', userAgent: 'OpenAI/Python 1.99.1' },
  { address: '203.0.113.40', userAgent: 'Anthropic/JS 0.71.0' },
  { address: '198.51.100.8', userAgent: 'claude-cli/2.0.30 (external, cli)' },
  { address: '2001:db8::52', userAgent: 'curl/8.14.1' },
];

/** The reasons of refusals, with their weights. */
const REASONS = [
  [
    40,
    {
      outcome: 'rate-limited',
      status: 429,
      message: 'Rate limit reached: 60 requests per minute for this token. Try again in 12 s.',
    },
  ],
  [
    25,
    {
      outcome: 'model-not-found',
      status: 404,
      model: 'gpt-5-turbo',
      message: 'The model "gpt-5-turbo" does not exist.',
    },
  ],
  [
    15,
    {
      outcome: 'invalid-value',
      status: 400,
      model: 'gpt-5-mini',
      errorParam: 'messages[0].role',
      message: '"messages[0].role" must be one of developer, system, user, assistant, tool, function.',
    },
  ],
  [
    12,
    {
      outcome: 'unknown-token',
      status: 401,
      isAnonymous: true,
      message: 'This API token is invalid.',
    },
  ],
  [
    8,
    {
      outcome: 'spend-limit-reached',
      status: 429,
      model: 'gpt-5',
      message: 'The monthly budget of this API token is exhausted.',
    },
  ],
].map(([weight, reason]) => ({ weight, ...reason }));

/** Stores refused requests of the last month. */
export async function seedRefusals({ dataSource, tokens, now }) {
  const random = new Random(33);
  const requests = Array.from({ length: REFUSALS }, () => makeRefusal(random, tokens, now));
  const totals = new Map();
  for (const { startedAtMs, token, outcome } of requests) {
    const hourMs = Math.floor(startedAtMs / HOUR_MS) * HOUR_MS;
    const { id: tokenId, owner } = token ?? { id: '', owner: '' };
    const key = `${hourMs} ${tokenId} ${outcome}`;
    const total = totals.get(key) ?? { hourMs, tokenId, owner, outcome, refusals: 0 };
    // Only a sample of the requests above a rate limit is stored.
    total.refusals += outcome === 'rate-limited' ? random.whole(1, 40) : 1;
    totals.set(key, total);
  }
  const process = '00000000-0000-4000-8000-000000000001';
  await storeRefusals(dataSource, { requests, totals: [...totals.values()], process });
}

function makeRefusal(random, tokens, now) {
  const { outcome, isAnonymous = false, ...facts } = random.weighted(REASONS);
  const requestId = `req_${random.hex(32)}`;
  const { id, owner } = random.pick(tokens);
  return {
    id: eventIdFor(requestId),
    requestId,
    startedAtMs: now.getTime() - random.whole(1, DAYS * 24 * 60) * 60_000 * random.whole(1, 100) * 0.01,
    durationMs: random.whole(1, 9),
    token: isAnonymous ? undefined : { id, owner },
    isStreamed: false,
    outcome,
    errorCode: getErrorCode(new GatewayError(outcome, '')),
    method: 'POST',
    path: PATH,
    ...(facts.model === undefined ? {} : { operation: 'chat', format: 'openai-chat' }),
    model: facts.model,
    errorParam: facts.errorParam,
    message: facts.message,
    status: facts.status,
    client: random.pick(CLIENTS),
  };
}
