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
const EVENTS = 64;
const PACE_MS = 10;

/** As little as an upstream can do: it reads the request and answers at once. The model says how it streams. */
const server = createServer((request, response) => {
  let head;
  request.on('data', (chunk) => (head ??= chunk.toString('latin1', 0, 200)));
  request.on('end', () => {
    if (head.includes('bench-burst')) burst(response);
    else if (head.includes('bench-paced')) paced(response);
    else whole(response);
  });
});

function whole(response) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(ANSWER),
  });
  response.end(ANSWER);
}

function burst(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(EVENT.repeat(EVENTS) + LAST);
}

function paced(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent <= EVENTS) {
      response.write(EVENT);
      return;
    }
    clearInterval(timer);
    response.end(LAST);
  }, PACE_MS);
  response.once('close', () => clearInterval(timer));
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
