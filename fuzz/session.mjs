/** Realtime sessions: the events of clients, and a session with malformed events. */
import { WebSocket } from 'ws';
import { TOKEN } from './gateway.mjs';

const MAX_MS = 5_000;
const QUIET_MS = 150;
const AUDIO = Buffer.alloc(4_800).toString('base64');

const item = (content) => ({ type: 'message', role: 'user', content });

/** Valid events of clients. */
export const EVENTS = [
  {
    type: 'session.update',
    event_id: 'e1',
    session: {
      type: 'realtime',
      instructions: 'Be brief.',
      output_modalities: ['text'],
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          turn_detection: { type: 'server_vad', threshold: 0.5, silence_duration_ms: 200 },
          transcription: { model: 'sandbox-transcribe', language: 'en' },
        },
        output: { voice: 'alloy', speed: 1 },
      },
      tools: [{ type: 'function', name: 'weather', description: 'Tells.', parameters: { type: 'object' } }],
      tool_choice: 'auto',
      max_output_tokens: 64,
    },
  },
  { type: 'conversation.item.create', item: item([{ type: 'input_text', text: 'Hello!' }]) },
  {
    type: 'conversation.item.create',
    previous_item_id: 'root',
    item: item([{ type: 'input_audio', audio: AUDIO }]),
  },
  {
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: 'c1', output: '{"degrees":4}' },
  },
  { type: 'input_audio_buffer.append', audio: AUDIO },
  { type: 'input_audio_buffer.commit' },
  { type: 'input_audio_buffer.clear' },
  { type: 'conversation.item.retrieve', item_id: 'item_1' },
  { type: 'conversation.item.truncate', item_id: 'item_1', content_index: 0, audio_end_ms: 100 },
  { type: 'conversation.item.delete', item_id: 'item_1' },
  {
    type: 'response.create',
    response: { output_modalities: ['text'], instructions: 'One word.', metadata: { a: 'b' } },
  },
  { type: 'response.cancel', response_id: 'resp_1' },
  { type: 'output_audio_buffer.clear' },
];

/**
 * Sends all events at once, waits until no more events arrive, and disconnects. Never rejects. With `holdMs` it
 * disconnects after that time. With `neverEnds` the last fragment of every message is missing, and with `deaf` nothing
 * is read. `flood` is written repeatedly; `answer` creates the next frame from a received event.
 */
export function holdSession(
  origin,
  { path, frames, holdMs, neverEnds = false, deaf = false, flood, answer },
) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
      maxPayload: 64 * 1024 * 1024,
    });
    let quiet;
    const held = { status: 101, type: '', text: '' };
    const end = setTimeout(
      () => finish(holdMs === undefined ? { error: 'a session does not end' } : held),
      holdMs ?? MAX_MS,
    );
    const finish = (answer) => {
      clearTimeout(end);
      clearTimeout(quiet);
      socket.terminate();
      resolve(answer);
    };
    const wait = () => {
      clearTimeout(quiet);
      if (holdMs === undefined) quiet = setTimeout(() => finish(held), QUIET_MS);
    };
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame, { fin: !neverEnds });
      if (deaf) socket.pause();
      if (flood !== undefined) repeat(socket._socket, flood);
      wait();
    });
    socket.on('message', (data) => {
      const next = answer?.(JSON.parse(Buffer.from(data).toString()));
      if (next !== undefined) socket.send(next);
      wait();
    });
    socket.on('unexpected-response', (_request, response) => {
      finish({
        status: response.statusCode,
        type: 'application/json',
        text: '{"error":{"message":"refused"}}',
      });
    });
    socket.on('close', (code) =>
      finish(code === 1011 ? { error: 'a session was closed for a fault of the gateway' } : held),
    );
    socket.on('error', () => finish(held));
  });
}

/** Writes the bytes of frames to the socket as long as it accepts them. */
function repeat(connection, bytes) {
  const write = () => {
    while (connection.writable && connection.write(bytes));
  };
  connection.on('drain', write);
  write();
}
