import { getJsonBody } from '../bodies/json-body.js';
import { asFields } from '../fields.js';
import { isFlagged, MODERATION_CATEGORIES, getModerationScore } from '../made-up/moderation-scores.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { newId } from '../openai/identifiers.js';
import { wholeAnswer } from '../whole-answer.js';
import { checkFields } from './field-checks.js';
import { getModeratedInputs, type ModeratedInput } from './inputs.js';

const LATEST_MODELS: Readonly<Record<string, string>> = {
  'omni-moderation-latest': 'omni-moderation-2024-09-26',
  'text-moderation-latest': 'text-moderation-007',
};

/** Categories that also apply to images. */
const IMAGE_CATEGORIES = /^(self-harm|sexual$|violence)/;

export const openaiModerations = openaiEndpoint({
  route: '/v1/moderations',
  checkBody: (request) => checkFields(getJsonBody(request)),
  answer(request) {
    const { model: asked, input } = asFields(request.json());
    const model = typeof asked === 'string' ? asked : 'omni-moderation-latest';
    return wholeAnswer({
      id: newId('modr-'),
      model: LATEST_MODELS[model] ?? model,
      results: getModeratedInputs(input).map((judged) => buildResult(judged, !model.startsWith('text-'))),
    });
  },
});

function buildResult({ text, kinds }: ModeratedInput, tellsKinds: boolean): object {
  const scores = MODERATION_CATEGORIES.map(
    (category) => [category, getModerationScore(category, text)] as const,
  );
  const flags = scores.map(([category, score]) => [category, isFlagged(score)] as const);
  const applied = MODERATION_CATEGORIES.map((category) => [
    category,
    IMAGE_CATEGORIES.test(category) ? kinds : kinds.filter((kind) => kind === 'text'),
  ]);
  return {
    flagged: flags.some(([, flag]) => flag),
    categories: Object.fromEntries(flags),
    category_scores: Object.fromEntries(scores),
    ...(tellsKinds && { category_applied_input_types: Object.fromEntries(applied) }),
  };
}
