/**
 * A minimal upstream that is never the bottleneck: plain sockets and prepared responses. The first segment of the path
 * selects the response: `/burst/v1/…` streams all events in one write, `/paced/v1/…` one event every 10 ms,
 * `/held/v1/…` one every second, and all other paths respond at once without streaming.
 */
import { createServer } from 'node:net';

const TEXT = 'It rained in the night, and the road to the harbour was still wet when they set out. '.repeat(
  5,
);
const USAGE = {
  prompt_tokens: 120,
  completion_tokens: 64,
  total_tokens: 184,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
};
const ID = 'chatcmpl-bench0000000000000000000001';
const HEAD = [
  'HTTP/1.1 200 OK',
  'server: bench',
  'x-request-id: req_bench000000000000000000000001',
  'x-ratelimit-limit-requests: 10000',
  'x-ratelimit-remaining-requests: 9999',
  '',
].join('\r\n');
const STREAM_HEAD = `${HEAD}content-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n`;
const EVENTS = 64;

const WHOLE = buildWhole();
const EVENT = buildEvent({ content: 'a few words ' });
const FIRST = Buffer.from(STREAM_HEAD + buildEvent({ role: 'assistant', content: '' }) + EVENT);
const LAST = { plain: Buffer.from(buildLast('')), withUsage: Buffer.from(buildLast(buildUsageEvent())) };
const REST = EVENT.repeat(EVENTS - 1);
const BURST = {
  plain: Buffer.concat([FIRST, Buffer.from(REST), LAST.plain]),
  withUsage: Buffer.concat([FIRST, Buffer.from(REST), LAST.withUsage]),
};
const EVENT_BYTES = Buffer.from(EVENT);
const GAPS_MS = { paced: 10, held: 1_000 };

/** One connection. Each request is read to its end before the response is sent. */
class Connection {
  constructor(socket) {
    this.socket = socket;
    this.pending = undefined;
    this.left = 0;
    this.mode = undefined;
    this.answers = 'plain';
    this.timer = undefined;
  }

  read(data) {
    if (this.mode !== undefined) {
      this.take(data);
      return;
    }
    const chunk = this.pending === undefined ? data : Buffer.concat([this.pending, data]);
    const end = chunk.indexOf('\r\n\r\n');
    if (end < 0) {
      this.pending = chunk;
      return;
    }
    this.pending = undefined;
    const head = chunk.latin1Slice(0, end);
    this.mode = head.slice(head.indexOf('/') + 1, head.indexOf('/', head.indexOf('/') + 1));
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    this.isChunked = length === null && /\r\ntransfer-encoding: chunked/i.test(head);
    this.left = length === null ? 0 : Number(length[1]);
    this.answers = 'plain';
    this.take(chunk.subarray(end + 4));
  }

  take(body) {
    if (this.mode in GAPS_MS || this.mode === 'burst') {
      if (body.includes('"include_usage":true')) this.answers = 'withUsage';
    }
    this.left -= body.length;
    const isWhole = this.isChunked ? body.latin1Slice(-5).endsWith('0\r\n\r\n') : this.left <= 0;
    if (!isWhole) return;
    const { mode } = this;
    this.mode = undefined;
    if (mode in GAPS_MS) this.answerSlowly(GAPS_MS[mode]);
    else this.socket.write(mode === 'burst' ? BURST[this.answers] : WHOLE);
  }

  answerSlowly(gapMs) {
    const last = LAST[this.answers];
    let sent = 1;
    this.socket.write(FIRST);
    this.timer = setInterval(() => {
      sent += 1;
      if (sent <= EVENTS) {
        this.socket.write(EVENT_BYTES);
        return;
      }
      this.end();
      this.socket.write(last);
    }, gapMs);
  }

  end() {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const server = createServer({ noDelay: true }, (socket) => {
  const connection = new Connection(socket);
  socket.on('data', (data) => connection.read(data));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => connection.end());
});

// The parent process has ended.
process.once('disconnect', () => process.exit());
server.listen({ port: 0, host: '127.0.0.1', backlog: 8_192 }, () =>
  process.send({ port: server.address().port }),
);

function buildWhole() {
  const body = JSON.stringify({
    id: ID,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'bench',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: TEXT, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
    system_fingerprint: 'fp_bench00001',
  });
  return Buffer.from(
    `${HEAD}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

function buildEvent(delta, finishReason = null) {
  return buildChunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] });
}

function buildUsageEvent() {
  return buildChunk({ choices: [], usage: USAGE });
}

function buildChunk(members) {
  const chunk = {
    id: ID,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench',
    system_fingerprint: 'fp_bench00001',
    ...members,
  };
  return frame(`data: ${JSON.stringify(chunk)}\n\n`);
}

function buildLast(usage) {
  return `${buildEvent({}, 'stop')}${usage}${frame('data: [DONE]\n\n')}0\r\n\r\n`;
}

/** One HTTP chunk per event, as services send them. */
function frame(text) {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}
