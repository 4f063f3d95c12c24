import { COMPATIBLE_CHECKS } from '../compatible/refusals.js';
import { type Cloud } from './cloud-front.js';

const CHAT_PATH = /^\/([\w-]+)\/v1\/chat\/completions$/;

/** Those that tell what a stream has used without being asked, and refuse to be asked. */
const TELLS_USAGE: ReadonlySet<string> = new Set(['mistral']);

/** Services in the OpenAI style, each below a path of its own, that refuse what the real ones refuse. */
export function compatible(apiKey: string): Cloud {
  return ({ path, headers, body }) => {
    const [, service = ''] = CHAT_PATH.exec(path) ?? [];
    if (service === '') return { kind: 'answer', status: 404, body: { error: { message: 'Not Found' } } };
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return { kind: 'answer', status: 401, body: { error: { message: 'Invalid API key' } } };
    }
    const refusal = COMPATIBLE_CHECKS[service]?.(body);
    if (refusal !== undefined) {
      return { kind: 'answer', status: refusal.status, body: { error: { message: refusal.message } } };
    }
    const isToldUsage = TELLS_USAGE.has(service) && body['stream'] === true;
    return {
      kind: 'pass',
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}` },
      body: isToldUsage ? { ...body, stream_options: { include_usage: true } } : body,
    };
  };
}
