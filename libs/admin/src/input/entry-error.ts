import { GatewayError } from '#canonical';
import { EntryProblem } from '#config';

/** Reads something by the rules of the config file; what these find wrong is an error that names the field. */
export function readByConfigRules<Entry>(read: () => Entry): Entry {
  try {
    return read();
  } catch (error) {
    return toInputError(error);
  }
}

/** The same for what is read in slices. */
export async function readByConfigRulesLater<Entry>(read: () => Promise<Entry>): Promise<Entry> {
  try {
    return await read();
  } catch (error) {
    return toInputError(error);
  }
}

function toInputError(error: unknown): never {
  throw error instanceof EntryProblem ? entryError(error) : error;
}

function entryError({ path, message }: EntryProblem): GatewayError {
  const param = getParam(path);
  const kind = message.startsWith('is missing') ? 'missing-parameter' : 'invalid-value';
  return new GatewayError(kind, `"${param}": ${message}.`, { param });
}

/** The same for a form: where it is wrong, and what is. */
export function toFieldProblem({ path, message }: EntryProblem): { field: string; message: string } {
  const words = message.startsWith('is missing') ? `This ${message}` : message;
  return { field: getParam(path), message: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.` };
}

/** As the client has written it: `timeouts.connect_ms`, `models[1].id`. What names of headers there are stays so. */
function getParam(path: EntryProblem['path']): string {
  return path.reduce<string>((place, step, depth) => {
    if (typeof step === 'number') return `${place}[${step}]`;
    const name = path[depth - 1] === 'headers' ? String(step) : snakeCase(String(step));
    return place === '' ? name : `${place}.${name}`;
  }, '');
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]|1h(?=[A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
}
