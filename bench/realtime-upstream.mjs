import { WebSocketServer } from 'ws';

const RESPONSE = { id: 'resp_bench', object: 'realtime.response', output: [] };
const CREATED = event('response.created', { response: { ...RESPONSE, status: 'in_progress' } });
const DONE = event('response.done', {
  response: {
    ...RESPONSE,
    status: 'completed',
    usage: { total_tokens: 20, input_tokens: 10, output_tokens: 10 },
  },
});
const ANSWERS = { 'response.create': CREATED, 'input_audio_buffer.commit': DONE };
const APPEND = Buffer.from('{"type":"input_audio_buffer.append","audio":"');

/** A minimal realtime service that returns each chunk of audio at once. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('error', () => undefined);
  socket.send(
    event('session.created', {
      session: { id: 'sess_bench', object: 'realtime.session', type: 'realtime', model: 'bench' },
    }),
  );
  socket.on('message', (data) => socket.send(answerTo(data)));
});
server.on('listening', () => process.send({ port: server.address().port }));

function answerTo(data) {
  if (!data.subarray(0, APPEND.length).equals(APPEND)) return ANSWERS[JSON.parse(data).type];
  const delta = data.toString('latin1', APPEND.length, data.length - 2);
  return `{"type":"response.output_audio.delta","event_id":"event_bench","response_id":"resp_bench","item_id":"item_bench","output_index":0,"content_index":0,"delta":"${delta}"}`;
}

function event(type, members) {
  return JSON.stringify({ type, event_id: 'event_bench', ...members });
}
