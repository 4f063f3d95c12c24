import { Agent, request as ask } from 'undici';
import { TOKEN } from './gateway.mjs';

const TIMEOUT_MS = 60_000;
const MAX_TEXT = 20_000;

const agent = new Agent({
  connections: 64,
  pipelining: 1,
  headersTimeout: TIMEOUT_MS,
  bodyTimeout: TIMEOUT_MS,
});

/** Sends a request and reads the response to its end. Never rejects: the result contains the error. */
export async function send(origin, { method, path, headers, body }, signal) {
  try {
    const response = await ask(`${origin}/`, {
      path: path.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed())),
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
      body,
      dispatcher: agent,
      signal,
    });
    return {
      status: response.statusCode,
      type: String(response.headers['content-type'] ?? ''),
      text: await readStart(response.body),
    };
  } catch (error) {
    return { error: `${error.code ?? error.name}: ${error.message}` };
  }
}

async function readStart(body) {
  let text = '';
  for await (const chunk of body) if (text.length < MAX_TEXT) text += chunk.toString('latin1');
  return Buffer.from(text, 'latin1').toString();
}

export async function close() {
  await agent.destroy();
}
