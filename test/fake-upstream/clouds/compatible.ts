import { STAND_INS } from '../../../libs/providers/src/presets/__fixtures__/stand-ins.js';
import { type Cloud } from './cloud-front.js';

const CHAT_PATH = /^\/([\w-]+)\/v1\/chat\/completions$/;

/** OpenAI-compatible services, each below its own path, that reject what the real ones reject. */
export function compatible(apiKey: string): Cloud {
  return ({ path, headers, body }) => {
    const [, service = ''] = CHAT_PATH.exec(path) ?? [];
    if (service === '') return { kind: 'answer', status: 404, body: { error: { message: 'Not Found' } } };
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return { kind: 'answer', status: 401, body: { error: { message: 'Invalid API key' } } };
    }
    const refusal = STAND_INS[service]?.refuse?.(body);
    if (refusal !== undefined) {
      return { kind: 'answer', status: refusal.status, body: { error: { message: refusal.message } } };
    }
    const isToldUsage = STAND_INS[service]?.alwaysSendsUsage === true && body['stream'] === true;
    return {
      kind: 'pass',
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}` },
      body: isToldUsage ? { ...body, stream_options: { include_usage: true } } : body,
    };
  };
}
