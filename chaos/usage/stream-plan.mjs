import { buildIdentity } from './setup.mjs';

/** When the client disconnects: `usage` and `last` are the events after which it does. */
const CLIENT_CUTS = [
  ['never', 50],
  ['before-first-byte', 12],
  ['mid-stream', 20],
  ['usage', 8],
  ['last', 10],
];
/** When the upstream aborts the response. */
const UPSTREAM_CUTS = [
  ['never', 78],
  ['before-headers', 4],
  ['before-first-event', 3],
  ['mid-stream', 9],
  ['after-usage', 4],
  ['refuses', 2],
];

/** Plans one stream. */
export function planStream(random, index) {
  const identity = buildIdentity(index);
  const tokens = Math.floor(random.between(1, 60));
  const isOpenAi = identity.upstream === 'openai';
  return {
    index,
    ...identity,
    clientFormat: random.isTrue(isOpenAi ? 0.75 : 0.4) ? 'openai' : 'anthropic',
    asksForUsage: random.isTrue(0.5),
    inputTokens: Math.floor(random.between(10, 200)),
    tokens,
    firstByteMs: random.between(0, 60),
    paceMs: random.between(0, 20),
    // Anthropic's format always has the usage.
    hasUsage: !isOpenAi || random.isTrue(0.8),
    client: buildCut(random, CLIENT_CUTS, tokens),
    service: buildCut(random, UPSTREAM_CUTS, tokens),
  };
}

function buildCut(random, choices, tokens) {
  return {
    cut: random.pick(choices),
    afterTokens: Math.floor(random.between(0, tokens)),
    afterMs: random.between(0, 80),
  };
}

/** A prompt that identifies the stream for the upstream. */
export function promptFor({ index }) {
  return `This is stream <${index}>. Say something.`;
}

export function indexIn(body) {
  const found = /This is stream <(\d+)>/.exec(body)?.[1];
  return found === undefined ? undefined : Number(found);
}
