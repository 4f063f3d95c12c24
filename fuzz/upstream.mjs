/**
 * An upstream that returns a valid, short response in the format of the path for every request. So every failure is one
 * of the gateway. Runs in its own process.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const TEXT = 'A short answer.';
const USAGE = { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** Nearly the maximum size of images. Only its first bytes are those of an image. */
const LARGE = Buffer.concat([PNG, Buffer.alloc(19_000_000)]);
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const chat = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage: USAGE,
};
const chatChunk = (delta, finish_reason = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
});
const completion = {
  id: 'cmpl-1',
  object: 'text_completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, text: TEXT, logprobs: null, finish_reason: 'stop' }],
  usage: USAGE,
};
const outputItem = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: TEXT, annotations: [] }],
};
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output: [outputItem],
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: [],
  usage: { input_tokens: 5, output_tokens: 4, total_tokens: 9 },
};
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: TEXT }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 4 },
};
const content = {
  candidates: [{ content: { role: 'model', parts: [{ text: TEXT }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 4, totalTokenCount: 9 },
  modelVersion: 'm',
};
const named = (events) => events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
const plain = (events) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`);

const streams = {
  chat: [
    ...plain([
      chatChunk({ role: 'assistant', content: 'A short' }),
      chatChunk({ content: ' answer.' }),
      chatChunk({}, 'stop'),
      { ...chatChunk({}), choices: [], usage: USAGE },
    ]),
    'data: [DONE]\n\n',
  ],
  completion: [...plain([completion]), 'data: [DONE]\n\n'],
  message: named([
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 4 },
    },
    { type: 'message_stop' },
  ]),
  response: named(
    [
      {
        type: 'response.created',
        response: { ...response, status: 'in_progress', output: [], usage: null },
      },
      { type: 'response.output_item.added', output_index: 0, item: { ...outputItem, content: [] } },
      {
        type: 'response.content_part.added',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        part: { type: 'output_text', text: '', annotations: [] },
      },
      {
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta: TEXT,
      },
      {
        type: 'response.output_text.done',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        text: TEXT,
      },
      {
        type: 'response.content_part.done',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        part: outputItem.content[0],
      },
      { type: 'response.output_item.done', output_index: 0, item: outputItem },
      { type: 'response.completed', response },
    ].map((event, sequence_number) => ({ ...event, sequence_number })),
  ),
};

const image = {
  created: 1,
  data: [{ b64_json: PNG.toString('base64') }],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};
const embeddings = (count) => ({
  object: 'list',
  model: 'm',
  data: Array.from({ length: count }, (_, index) => ({ object: 'embedding', index, embedding: [0.1, 0.2] })),
  usage: { prompt_tokens: 3, total_tokens: 3 },
});
const moderation = (count) => ({
  id: 'modr-1',
  model: 'm',
  results: Array.from({ length: count }, () => ({ flagged: false, categories: {}, category_scores: {} })),
});
const ranking = ({ documents, top_n: topN }) => ({
  id: 'rank-1',
  model: 'm',
  results: Array.from({ length: Math.min(count(documents), topN ?? 1e9) }, (_, index) => ({
    index,
    relevance_score: 0.5,
  })),
  usage: { total_tokens: 3 },
  meta: { billed_units: { search_units: 1 } },
});
const count = (input) => (Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1);

const timedContent = {
  ...content,
  candidates: [
    {
      ...content.candidates[0],
      content: {
        role: 'model',
        parts: [{ text: JSON.stringify({ language: 'en', segments: [{ start: 0, end: 1, text: TEXT }] }) }],
      },
    },
  ],
};

/** Gemini responds in the requested modality. */
function contentFor({ generationConfig }) {
  const modalities = generationConfig?.responseModalities ?? [];
  const inlineData = modalities.includes('AUDIO')
    ? { mimeType: 'audio/L16;codec=pcm;rate=24000', data: Buffer.alloc(480).toString('base64') }
    : { mimeType: 'image/png', data: PNG.toString('base64') };
  if (generationConfig?.responseSchema?.required?.includes?.('segments')) return timedContent;
  if (!modalities.includes('AUDIO') && !modalities.includes('IMAGE')) return content;
  return {
    ...content,
    candidates: [{ ...content.candidates[0], content: { role: 'model', parts: [{ inlineData }] } }],
  };
}

/** Parts of one message have one result together, and texts one each. */
const countTexts = (input) => (Array.isArray(input) && typeof input[0] === 'string' ? input.length : 1);

/** The error for a conversation that begins with a request to fail. */
function failing({ messages }) {
  const text = Array.isArray(messages) ? messages[0]?.content : undefined;
  return typeof text === 'string' && text.startsWith('[[fail]]') ? text.slice(8) : undefined;
}

/** The response for a path, complete and, if there is one, as a stream. */
function answer(path, body) {
  if (failing(body) !== undefined) return { status: 400, whole: { error: { message: failing(body) } } };
  if (path.endsWith(':streamGenerateContent')) return { stream: plain([contentFor(body)]) };
  if (path.endsWith(':generateContent')) return { whole: contentFor(body) };
  if (path.endsWith(':embedContent')) return { whole: { embedding: { values: [0.1, 0.2] } } };
  if (path.endsWith(':batchEmbedContents'))
    return { whole: { embeddings: Array.from({ length: count(body.requests) }, () => ({ values: [0.1] })) } };
  if (path.endsWith('/chat/completions')) return { whole: chat, stream: body.stream && streams.chat };
  if (path.endsWith('/completions')) return { whole: completion, stream: body.stream && streams.completion };
  if (path.endsWith('/responses'))
    return { whole: { ...response, id: `resp_${randomUUID()}` }, stream: body.stream && streams.response };
  if (path.endsWith('/messages')) return { whole: message, stream: body.stream && streams.message };
  if (path.endsWith('/embeddings')) return { whole: embeddings(count(body.input)) };
  if (path.endsWith('/v2/embed'))
    return { whole: { id: 'e', embeddings: { float: Array.from(body.texts ?? [], () => [0.1, 0.2]) } } };
  if (path.endsWith('/moderations')) return { whole: moderation(countTexts(body.input)) };
  if (path.endsWith('/rerank')) return { whole: ranking(body) };
  if (path.includes('/images/')) return { whole: image };
  if (path.endsWith('/audio/speech')) return { bytes: Buffer.alloc(2_000, 1), type: 'audio/mpeg' };
  if (path.includes('/audio/')) return { whole: { text: TEXT, usage: { type: 'duration', seconds: 1 } } };
  if (path.endsWith('/large.png')) return { bytes: LARGE, type: 'image/png' };
  if (path.endsWith('.png')) return { bytes: PNG, type: 'image/png' };
  return { whole: { id: 'video_1', object: 'video', status: 'queued', model: 'm' } };
}

const server = createServer((request, reply) => {
  if (request.url.endsWith('/nowhere')) return reply.writeHead(302, { location: 'http://[' }).end();
  if (request.url.endsWith('/broken')) return breakOff(reply);
  if (request.url.includes('/drip/')) return drip(reply);
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  return request.on('end', () =>
    send(reply, answer(request.url.split('?')[0], parse(Buffer.concat(chunks)))),
  );
});

function breakOff(reply) {
  reply.writeHead(200, { 'content-type': 'image/png', 'content-length': 1_000_000 });
  reply.write(PNG, () => reply.destroy());
}

/** Sends a byte from time to time until the client disconnects. */
function drip(reply) {
  reply.writeHead(200, { 'content-type': 'image/png', 'content-length': LARGE.length });
  let sent = 0;
  const timer = setInterval(() => reply.write(LARGE.subarray(sent, (sent += 1))), 500);
  reply.once('close', () => clearInterval(timer));
}

function send(reply, { status = 200, whole, stream, bytes, type }) {
  if (stream) {
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of stream) reply.write(event);
    return reply.end();
  }
  const body = bytes ?? Buffer.from(JSON.stringify(whole));
  reply.writeHead(status, { 'content-type': type ?? 'application/json', 'content-length': body.length });
  return reply.end(body);
}

function parse(bytes) {
  try {
    const value = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
