import { setImmediate } from 'node:timers/promises';
import { type Form, toAbortSignal } from '#canonical';
import { type Transport, type UpstreamResponse } from '#egress';
import { SANDBOX_MODELS } from './models.js';

/** Reading more than this takes so long that others get their turn before and after it. */
const LARGE_BYTES = 256 * 1024;

/** Takes what would have gone over the network, and answers with bytes. */
export const sandboxTransport: Transport = async (request, { signal }) => {
  signal.throwIfAborted();
  const isLarge = request.body instanceof Uint8Array && request.body.length > LARGE_BYTES;
  if (isLarge) await setImmediate();
  const name = toModel(request.body);
  const model = Object.hasOwn(SANDBOX_MODELS, name) ? SANDBOX_MODELS[name] : undefined;
  if (model === undefined) return notFound(name);
  const answer = await model.load();
  if (isLarge) await setImmediate();
  return answer(request, toAbortSignal(signal));
};

function toModel(body: Uint8Array | Form): string {
  if (body instanceof Uint8Array) {
    return (JSON.parse(Buffer.from(body).toString('utf8')) as { model: string }).model;
  }
  const entry = body.find(({ name }) => name === 'model');
  return entry !== undefined && 'value' in entry ? entry.value : '';
}

function notFound(model: string): UpstreamResponse {
  const error = { message: `no such sandbox model: ${model}`, code: 'model_not_found', param: 'model' };
  return {
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: (async function* body() {
      yield Buffer.from(JSON.stringify({ error }));
    })(),
  };
}
