import { MODEL_ID, MODERATION_ACTIONS, isModelId } from '#config';
import { OneOf, checkedText } from '../input/fields.js';

export class ModerationSettings {
  @checkedText(MODEL_ID, isModelId, { example: 'omni-moderation-latest' })
  model: string;

  @OneOf(MODERATION_ACTIONS, { optional: true })
  action: (typeof MODERATION_ACTIONS)[number] = 'block';
}
