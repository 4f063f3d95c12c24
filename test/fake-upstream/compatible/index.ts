import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { STAND_INS } from '../../../libs/providers/src/presets/__fixtures__/stand-ins.js';
import { asFields, type Fields } from '../fields.js';

export interface CompatibleRequest {
  service: string;
  /** Below that of the service. */
  path: string;
  headers: IncomingMessage['headers'];
  raw: string;
  body: Fields;
}

/** OpenAI-compatible services, each below its own path, as strict as their presets declare. */
export interface CompatibleUpstream {
  origin: string;
  received: CompatibleRequest[];
  stop(): Promise<void>;
}

export async function startCompatibleUpstream(): Promise<CompatibleUpstream> {
  const received: CompatibleRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, received);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  received: CompatibleRequest[],
): Promise<void> {
  const [, service = '', ...rest] = (request.url ?? '').split('/');
  const raw = Buffer.concat(await request.toArray()).toString();
  const body = asFields(JSON.parse(raw));
  const path = `/${rest.join('/')}`;
  received.push({ service, path, headers: request.headers, raw, body });
  const isChat = path.endsWith('/chat/completions');
  const refusal = isChat ? STAND_INS[service]?.refuse?.(body) : undefined;
  if (request.headers.authorization !== 'Bearer sk-upstream-1') return sendJson(response, 401, 'no key');
  if (refusal !== undefined) return sendJson(response, refusal.status, refusal.message);
  if (!isChat) return sendJson(response, 200, buildMessage(body));
  if (body.stream === true) return sendChunks(response, service, body);
  sendJson(response, 200, buildCompletion(service, body));
}

function sendJson(response: ServerResponse, status: number, answered: object | string): void {
  const type = 'invalid_request_error';
  const body = typeof answered === 'string' ? { error: { message: answered, type } } : answered;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** In the Messages format, whatever the request. */
function buildMessage({ model }: Fields): object {
  const usage = { input_tokens: 10, output_tokens: 4 };
  const content = [{ type: 'text', text: 'Hello' }];
  return { id: 'msg_1', type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn', usage };
}

function getDeltas(service: string, body: Fields): Record<string, string>[] {
  return STAND_INS[service]?.write?.(body) ?? [{ content: 'Hel' }, { content: 'lo' }];
}

function getFinishReason(service: string, { model }: Fields): string {
  return STAND_INS[service]?.finishReasons?.find((reason) => reason === model) ?? 'stop';
}

function buildCompletion(service: string, body: Fields): object {
  const deltas = getDeltas(service, body);
  const join = (name: string): string => deltas.map((delta) => delta[name] ?? '').join('');
  const thought = join('reasoning_content');
  const message = {
    role: 'assistant',
    content: join('content'),
    ...(thought === '' ? {} : { reasoning_content: thought }),
  };
  const choices = [{ index: 0, message, finish_reason: getFinishReason(service, body) }];
  return {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices,
    usage: getUsage(service),
  };
}

function sendChunks(response: ServerResponse, service: string, body: Fields): void {
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: body.model };
  const deltas = getDeltas(service, body).map((delta) => [{ index: 0, delta, finish_reason: null }]);
  const end = [{ index: 0, delta: {}, finish_reason: getFinishReason(service, body) }];
  const chunks = [
    ...deltas.map((choices) => ({ ...head, choices })),
    { ...head, choices: end, usage: getUsage(service) },
  ];
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${events.join('')}data: [DONE]\n\n`);
}

function getUsage(service: string): object {
  return { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, ...STAND_INS[service]?.usage };
}
