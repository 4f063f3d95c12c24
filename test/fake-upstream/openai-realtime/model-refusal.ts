import { Refused } from '../refused.js';
import type { Entrance } from './entrance.js';
import type { RealtimeHandler } from './realtime-handler.js';

/** Models that exist, but without realtime. */
const OTHER_MODELS = /^(gpt|chatgpt|o\d)\b/;

/** OpenAI reports an invalid model only on the open connection. */
export function modelRefusal({ type, model }: Entrance, handler: RealtimeHandler): Refused | undefined {
  if (type === 'transcription' || handler.knowsModel(model)) return undefined;
  if (model === '') return new Refused('You must provide a model parameter.', { code: 'missing_model' });
  if (OTHER_MODELS.test(model)) {
    return new Refused(`Model "${model}" is not supported in realtime mode.`, { code: 'invalid_model' });
  }
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return new Refused(message, { code: 'model_not_found' });
}
