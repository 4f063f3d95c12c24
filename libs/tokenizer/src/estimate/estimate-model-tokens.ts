import { countTokens } from '../tokenizer.js';
import { FAMILY_WEIGHTS } from './family-weights.js';
import { type ModelFamily } from './find-family.js';
import { FEATURES, TextMeter } from './text-meter.js';

/**
 * In UTF-16 code units. Measuring takes a few milliseconds at this length; longer texts are extrapolated from their
 * start.
 */
const MAX_MEASURED_LENGTH = 200_000;

/** The number of tokens of a text for a family of models: counted for OpenAI, estimated for the others. */
export async function estimateModelTokens(text: string, family: ModelFamily): Promise<number> {
  const openAiTokens = await countTokens(text);
  if (family === 'openai' || text === '') return openAiTokens;
  const weights = FAMILY_WEIGHTS[family];
  const meter = new TextMeter();
  meter.push(text.slice(0, MAX_MEASURED_LENGTH));
  const scale = Math.max(1, text.length / MAX_MEASURED_LENGTH);
  let tokens = weights.openAiTokens * openAiTokens;
  for (const feature of FEATURES) tokens += scale * (weights[feature] ?? 0) * meter.counts[feature];
  return Math.max(1, Math.round(tokens));
}
