import { buildIdentity } from './scene.mjs';

/** Where the client goes away. `usage` and `last` are the moments in which it sees those. */
const CLIENT_CUTS = [
  ['never', 50],
  ['before-first-byte', 12],
  ['mid-stream', 20],
  ['usage', 8],
  ['last', 10],
];
/** Where the upstream breaks off. */
const UPSTREAM_CUTS = [
  ['never', 78],
  ['before-headers', 4],
  ['before-first-event', 3],
  ['mid-stream', 9],
  ['after-usage', 4],
  ['refuses', 2],
];

/** How one stream is to go, as far as that is in our hands. */
export function writeScript(random, index) {
  const identity = buildIdentity(index);
  const tokens = Math.floor(random.between(1, 60));
  const isOpenAi = identity.upstream === 'openai';
  return {
    index,
    ...identity,
    clientFormat: random.isLucky(isOpenAi ? 0.75 : 0.4) ? 'openai' : 'anthropic',
    asksForUsage: random.isLucky(0.5),
    inputTokens: Math.floor(random.between(10, 200)),
    tokens,
    firstByteMs: random.between(0, 60),
    paceMs: random.between(0, 20),
    // Services in the style of Anthropic always say it.
    hasUsage: !isOpenAi || random.isLucky(0.8),
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

/** The words in a prompt by which the upstream knows its stream. */
export function promptFor({ index }) {
  return `This is stream <${index}>. Say something.`;
}

export function indexIn(body) {
  const found = /This is stream <(\d+)>/.exec(body)?.[1];
  return found === undefined ? undefined : Number(found);
}
