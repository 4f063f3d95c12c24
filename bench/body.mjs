/**
 * Measures each step of reading the body of a chat request, compared with JSON.parse. It needs a build: `node
 * scripts/build.mjs && node bench/body.mjs`.
 */
import { JsonDocument } from '../dist/libs/json-scan/src/json-document.js';
import { WIRE_FORMATS } from '../dist/libs/wire/src/index.js';

const chat = WIRE_FORMATS['openai-chat'];
/** A text with quotes, line breaks and letters outside ASCII, like real ones. */
const PROSE =
  'The gateway forwards each request, so that a "quota" can be kept per user;\nnaïve retries cost money. ';
const CODE = 'if (a < "b") {\n\treturn \'c\';\n}\n';

const CASES = [
  ['1 KB', buildBody(PROSE, 900)],
  ['16 KB', buildBody(PROSE, 16_000)],
  ['128 KB of prose', buildBody(PROSE, 128_000)],
  ['128 KB of code', buildBody(CODE, 105_000)],
  ['300 messages', buildBody('Yes, and then? ', 100, 300)],
];
const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'bench',
    choices: [{ index: 0, message: { role: 'assistant', content: PROSE.repeat(40) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 40, total_tokens: 60 },
  }),
);

const rows = CASES.map(([name, body]) => {
  const request = chat.readRequest(body);
  return {
    case: name,
    walk: measure(() => JsonDocument.scan(body)),
    'walk and check': measure(() => chat.readRequest(body)),
    'limit, tier': measure(() => [request.maxOutputTokens, request.serviceTier, request.holdsSignature]),
    'other model': measure(() => request.retarget('another-model')),
    'JSON.parse': measure(() => JSON.parse(body)),
  };
});
console.table(rows);
console.log(
  `An answer of ${ANSWER.length} bytes: ${measure(() => chat.readResponse(ANSWER))}, JSON.parse ${measure(() => JSON.parse(ANSWER))}.`,
);
console.log('µs; the fastest of many rounds, since others use the machine too.');

function buildBody(text, bytes, count = 1) {
  const content = text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
  const turns = Array.from({ length: count }, () => ({ role: 'user', content }));
  const messages = [{ role: 'system', content: 'You are a careful assistant.' }, ...turns];
  return Buffer.from(JSON.stringify({ model: 'bench', messages, temperature: 0.7, max_tokens: 256 }));
}

function measure(work) {
  runFor(200, work);
  return Number((runFor(600, work) * 1000).toFixed(1));
}

function runFor(milliseconds, work) {
  let fastest = Number.POSITIVE_INFINITY;
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const startedAt = performance.now();
    let count = 0;
    while (performance.now() - startedAt < 1) {
      for (let round = 0; round < 10; round += 1) work();
      count += 10;
    }
    fastest = Math.min(fastest, (performance.now() - startedAt) / count);
  }
  return fastest;
}
