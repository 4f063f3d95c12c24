import { createServer } from 'node:http';

const ANSWER = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(60) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 60, total_tokens: 70 },
});
const EVENT = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] })}\n\n`;
const LAST = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const EVENTS = 100;

/** As little as an upstream can do: it reads the request and answers at once. */
const server = createServer((request, response) => {
  const isStreamed = request.headers['accept'] === 'text/event-stream' || request.url.includes('stream');
  request.resume().on('end', () => (isStreamed ? stream(response) : whole(response)));
});

function whole(response) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(ANSWER),
  });
  response.end(ANSWER);
}

function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const next = () => {
    if (sent === EVENTS) return response.end(LAST);
    sent += 1;
    response.write(EVENT);
    return setImmediate(next);
  };
  next();
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
