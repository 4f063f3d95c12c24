import { randomBytes } from 'node:crypto';

/** The accounts of the fake service. */
const ACCOUNTS = ['sk-upstream-1', 'sk-upstream-2', 'sk-upstream-3'];
/** The model of an upstream that can list its videos, and of one that cannot. */
export const LISTED_MODEL = 'video-listed';
export const UNLISTED_MODEL = 'veo-unlisted';

const TIMEOUTS = { connectMs: 2_000, firstByteMs: 2_500, idleMs: 2_500, wholeMs: 2_500 };
const SECONDS = 4;
const USD_PER_SECOND = 0.1;
/** Every video of the fake service is one second long, independent of the request. */
export const COST_MICRO_USD = USD_PER_SECOND * 1e6;

/** Two owners with equal requests, whose videos must not be confused. */
export const TOKENS = ['first', 'second'].map((name) => ({
  name,
  owner: name,
  key: `sk-mg-chaos-${name}-${randomBytes(16).toString('hex')}`,
}));

export const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

export const UPSTREAM_OPTIONS = {
  apiKeys: ACCOUNTS,
  // Short pages, so that a lookup reads several.
  videos: { durationMs: 2_500, listLagMs: 1_000, maxPageItems: 4 },
};

export function requestFor(model, prompt) {
  return { model, prompt, duration: SECONDS };
}

export function configFor(upstreamOrigin, webhookUrl) {
  const [first, second, third] = ACCOUNTS;
  const listed = { provider: 'openai-compatible', baseUrl: `${upstreamOrigin}/v1`, models: [LISTED_MODEL] };
  return {
    channels: [
      { name: 'listed-1', ...listed, apiKey: first, timeouts: TIMEOUTS },
      { name: 'listed-2', ...listed, apiKey: second, timeouts: TIMEOUTS },
      {
        name: 'unlisted',
        provider: 'gemini',
        baseUrl: upstreamOrigin,
        models: [UNLISTED_MODEL],
        apiKey: third,
        timeouts: TIMEOUTS,
      },
    ],
    models: [LISTED_MODEL, UNLISTED_MODEL].map((id) => ({ id, price: { perSecondVideo: USD_PER_SECOND } })),
    tokens: TOKENS.map((token) => ({ ...token, webhook: { url: webhookUrl, secret: WEBHOOK_SECRET } })),
  };
}
