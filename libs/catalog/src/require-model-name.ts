import { GatewayError } from '#canonical';
import { MODEL_NAME, isModelName } from '#config';

/** Throws for a name that no model can have. */
export function requireModelName(name: string): void {
  if (isModelName(name)) return;
  throw new GatewayError('invalid-value', `"model" must be ${MODEL_NAME}.`, { param: 'model' });
}
