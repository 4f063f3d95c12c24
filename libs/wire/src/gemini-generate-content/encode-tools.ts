import { type ChatRequest, GatewayError, type JsonObject, type Tool, type ToolChoice } from '#canonical';
import { encodeSchema } from './encode-schema.js';

const NAME = /^[A-Za-z_][\w.:-]{0,127}$/;

export function encodeTools({ tools = [], toolChoice }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const mode = encodeToolChoice(tools, toolChoice);
  return {
    tools: [{ functionDeclarations: tools.map(encodeDeclaration) }],
    ...(mode ? { toolConfig: { functionCallingConfig: mode } } : {}),
  };
}

function encodeDeclaration({ name, description, parameters }: Tool): JsonObject {
  if (!NAME.test(name)) {
    const rule = 'a letter or underscore, then letters, digits, "_", ".", ":" and "-", at most 128 in all';
    throw new GatewayError(
      'unsupported-parameter',
      `The model that was chosen takes no tool named "${name}": ${rule}.`,
      {
        param: 'tools',
      },
    );
  }
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters && takesSomething(parameters) ? { parametersJsonSchema: encodeSchema(parameters) } : {}),
  };
}

/** A function that takes nothing is declared without parameters: an object without properties may be refused. */
function takesSomething({ properties, type, ...rest }: JsonObject): boolean {
  if (type !== 'object') return true;
  const { additionalProperties = false, required = [], $schema: _, ...others } = rest;
  const isBare =
    additionalProperties === false && JSON.stringify(required) === '[]' && Object.keys(others).length === 0;
  return !isBare || Object.keys(properties ?? {}).length > 0;
}

function encodeToolChoice(tools: readonly Tool[], choice: ToolChoice | undefined): JsonObject | undefined {
  const isStrict = tools.some((tool) => tool.strict === true);
  switch (choice?.type) {
    case undefined:
      return isStrict ? { mode: 'VALIDATED' } : undefined;
    case 'auto':
      return { mode: isStrict ? 'VALIDATED' : 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY', ...(choice.names ? { allowedFunctionNames: choice.names } : {}) };
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  }
}
