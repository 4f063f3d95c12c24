import { type Tool } from './settings.js';

type Json = Record<string, unknown>;

export const SAMPLE_TOOLS = JSON.stringify(
  [
    {
      name: 'get_weather',
      description: 'Get the current weather in a city.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
        required: ['city'],
      },
    },
  ],
  null,
  2,
);

export const SAMPLE_SCHEMA = JSON.stringify(
  {
    type: 'object',
    properties: { answer: { type: 'string' }, confidence: { type: 'number' } },
    required: ['answer', 'confidence'],
    additionalProperties: false,
  },
  null,
  2,
);

/** Reads tool definitions of any API format. Throws an error for the user if they are not valid. */
export function readTools(text: string): Tool[] {
  const list = JSON.parse(text) as unknown;
  if (!Array.isArray(list)) throw new Error('Enter a JSON array: [ … ].');
  return list.flatMap(toDeclarations).map(readTool);
}

export function readSchema(text: string): object {
  const schema = JSON.parse(text) as unknown;
  if (!isObject(schema)) throw new Error('Enter a JSON object: { … }.');
  return schema;
}

/** In Google's format, one tool can have several declarations. */
function toDeclarations(entry: unknown): unknown[] {
  return isObject(entry) && Array.isArray(entry['functionDeclarations'])
    ? entry['functionDeclarations']
    : [entry];
}

function readTool(entry: unknown, position: number): Tool {
  const label = `Tool ${position + 1}`;
  if (!isObject(entry)) throw new Error(`${label} is not an object.`);
  const declaration = isObject(entry['function']) ? entry['function'] : entry;
  const { name, description } = declaration;
  if (typeof name !== 'string' || name === '') throw new Error(`${label} has no "name".`);
  const parameters = declaration['parameters'] ??
    declaration['input_schema'] ??
    declaration['parametersJsonSchema'] ?? { type: 'object', properties: {} };
  if (!isObject(parameters)) throw new Error(`The parameters of "${name}" are not a JSON Schema.`);
  return { name, ...(typeof description === 'string' ? { description } : {}), parameters };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
