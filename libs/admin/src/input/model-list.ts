import { MODEL_PATTERN, isModelPattern } from '#config';
import { type FieldOptions } from './field.js';
import { checkedText } from './fields.js';

const MAX_MODELS = 1000;

/** A list of model ids and patterns. */
export const Models = (options?: FieldOptions): PropertyDecorator =>
  checkedText(MODEL_PATTERN, isModelPattern, { list: { max: MAX_MODELS }, ...options });
