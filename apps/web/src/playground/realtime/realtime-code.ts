import { pythonLiteral, typescriptLiteral } from '../view-code/literal.js';
import { quote } from '../view-code/quote.js';
import { type SessionOptions, sessionSettings } from './session-options.js';

export interface RealtimeScript {
  options: SessionOptions;
  /** The messages of the user in order. Spoken messages are transcribed. */
  texts: readonly string[];
}

/** Code that sends the texts to the model one after another and prints the responses. */
export const realtimeCode = { typescript, python };

function typescript({ options, texts }: RealtimeScript, address: string): string {
  return `import { WebSocket } from 'ws';

const texts = ${typescriptLiteral(texts)};
const socket = new WebSocket(${quote.typescript(getSocketUrl(options, address))}, {
  headers: { Authorization: \`Bearer \${process.env.MODELGATE_TOKEN}\` },
});
const send = (event: object) => socket.send(JSON.stringify(event));

function sayNext() {
  const text = texts.shift();
  if (text === undefined) return socket.close();
  const content = [{ type: 'input_text', text }];
  send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  send({ type: 'response.create' });
}

socket.on('message', (data) => {
  const event = JSON.parse(data.toString());
  if (event.type === 'session.created') {
    send({ type: 'session.update', session: ${typescriptLiteral(sessionSettings(options), 2)} });
    sayNext();
  }
  if (event.type === ${quote.typescript(getDeltaType(options))}) process.stdout.write(event.delta);
  if (event.type === 'response.done') sayNext();
  if (event.type === 'error') console.error(event.error.message);
});`;
}

function python({ options, texts }: RealtimeScript, address: string): string {
  return `import json
import os

from websockets.sync.client import connect

texts = ${pythonLiteral(texts)}
headers = {"Authorization": f"Bearer {os.environ['MODELGATE_TOKEN']}"}

with connect(${quote.python(getSocketUrl(options, address))}, additional_headers=headers) as socket:

    def send(event):
        socket.send(json.dumps(event))

    def say_next():
        if not texts:
            return socket.close()
        content = [{"type": "input_text", "text": texts.pop(0)}]
        send({"type": "conversation.item.create", "item": {"type": "message", "role": "user", "content": content}})
        send({"type": "response.create"})

    for message in socket:
        event = json.loads(message)
        if event["type"] == "session.created":
            send({"type": "session.update", "session": ${pythonLiteral(sessionSettings(options), 3)}})
            say_next()
        if event["type"] == ${quote.python(getDeltaType(options))}:
            print(event["delta"], end="", flush=True)
        if event["type"] == "response.done":
            say_next()
        if event["type"] == "error":
            print(event["error"]["message"])`;
}

function getSocketUrl({ model }: SessionOptions, address: string): string {
  return `${address.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`;
}

function getDeltaType({ modality }: SessionOptions): string {
  return modality === 'text' ? 'response.output_text.delta' : 'response.output_audio_transcript.delta';
}
