import { GatewayError } from '#canonical';
import { EntryProblem } from '#config';
import { snakeCase } from '#declarations';

/** Reads input by the rules of the config file. Problems become errors with the name of the field. */
export function readByConfigRules<Entry>(read: () => Entry): Entry {
  try {
    return read();
  } catch (error) {
    return toInputError(error);
  }
}

/** The same for asynchronous reading. */
export async function readByConfigRulesAsync<Entry>(read: () => Promise<Entry>): Promise<Entry> {
  try {
    return await read();
  } catch (error) {
    return toInputError(error);
  }
}

function toInputError(error: unknown): never {
  throw error instanceof EntryProblem ? toGatewayError(error) : error;
}

function toGatewayError({ path, message }: EntryProblem): GatewayError {
  const param = getParam(path);
  const kind = message.startsWith('is missing') ? 'missing-parameter' : 'invalid-value';
  return new GatewayError(kind, `"${param}": ${message}.`, { param });
}

/** The field and the message of a problem, for a form. */
export function toFieldProblem({ path, message }: EntryProblem): { field: string; message: string } {
  const words = message.startsWith('is missing') ? `This ${message}` : message;
  return { field: getParam(path), message: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.` };
}

/** The path with the field names of the API: `timeouts.connect_ms`, `models[1].id`. Header names are not converted. */
function getParam(path: EntryProblem['path']): string {
  return path.reduce<string>((param, step, depth) => {
    if (typeof step === 'number') return `${param}[${step}]`;
    const name = path[depth - 1] === 'headers' ? String(step) : snakeCase(String(step));
    return param === '' ? name : `${param}.${name}`;
  }, '');
}
