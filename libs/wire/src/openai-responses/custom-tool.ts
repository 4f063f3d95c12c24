import { type JsonObject, type Tool } from '#canonical';
import { isObject, objectsIn } from './json-object.js';

/** A tool that takes free text, as a function with one string: every service has functions. */
export function customToolAsFunction(name: string, description: string | undefined): Tool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
}

export function wrapCustomInput(input: string): string {
  return JSON.stringify({ input });
}

/** The free text in a call's arguments; the arguments themselves where the model did not keep to the schema. */
export function unwrapCustomInput(argumentsText: string): string {
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    return isObject(parsed) && typeof parsed['input'] === 'string' ? parsed['input'] : argumentsText;
  } catch {
    return argumentsText;
  }
}

/** The tools whose calls the client expects as free text. */
export function customToolNames(body: JsonObject): ReadonlySet<string> {
  const custom = objectsIn(body['tools']).filter((tool) => tool['type'] === 'custom');
  return new Set(custom.map((tool) => tool['name']).filter((name) => typeof name === 'string'));
}
