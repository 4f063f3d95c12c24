import { type Form } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { SANDBOX_MODELS } from '../models.js';

/** The response of the model that a request names. */
export async function answerRequest(
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const name = toModel(request.body);
  const model = Object.hasOwn(SANDBOX_MODELS, name) ? SANDBOX_MODELS[name] : undefined;
  if (model === undefined) return notFound(name);
  const answer = await model.load();
  return answer(request, signal);
}

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
