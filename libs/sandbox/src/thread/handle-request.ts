import { type Form } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { SANDBOX_MODELS } from '../models.js';

/** The response of the model that a request names. */
export async function handleRequest(
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const name = getModelName(request.body);
  const model = Object.hasOwn(SANDBOX_MODELS, name) ? SANDBOX_MODELS[name] : undefined;
  if (model === undefined) return buildNotFound(name);
  const handle = await model.load();
  return handle(request, signal);
}

function getModelName(body: Uint8Array | Form): string {
  if (body instanceof Uint8Array) {
    return (JSON.parse(Buffer.from(body).toString('utf8')) as { model: string }).model;
  }
  const entry = body.find(({ name }) => name === 'model');
  return entry !== undefined && 'value' in entry ? entry.value : '';
}

function buildNotFound(model: string): UpstreamResponse {
  const error = { message: `unknown sandbox model: ${model}`, code: 'model_not_found', param: 'model' };
  return {
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: (async function* body() {
      yield Buffer.from(JSON.stringify({ error }));
    })(),
  };
}
