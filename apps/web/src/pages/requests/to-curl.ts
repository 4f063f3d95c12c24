import { REQUEST_FORMATS } from '../../api/request-formats.js';
import { type components } from '../../api/schema.js';

type RequestDetail = Pick<
  components['schemas']['RequestDetailView'],
  'format' | 'model' | 'parameters' | 'method' | 'path'
>;
type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** The headers of each API, including the token. */
const HEADERS: Readonly<Record<RequestFormat['api'], readonly string[]>> = {
  openai: ['Authorization: Bearer $MODELGATE_TOKEN'],
  cohere: ['Authorization: Bearer $MODELGATE_TOKEN'],
  anthropic: ['x-api-key: $MODELGATE_TOKEN', 'anthropic-version: 2023-06-01'],
  google: ['x-goog-api-key: $MODELGATE_TOKEN'],
};

/**
 * A curl command that repeats a request; undefined if curl cannot send it, such as for realtime sessions. Prompts are not
 * recorded, so the command has the sample prompt of the API reference.
 */
export function toCurl(request: RequestDetail, address: string): string | undefined {
  const { model, method, path } = request;
  const format = REQUEST_FORMATS.find((one) => one.format === request.format);
  if (format === undefined) return path === null ? undefined : toPlainCurl(address, method ?? 'GET', path);
  if (format.body === null) return undefined;
  const url = address + format.path.replace('{model}', encodeURIComponent(model ?? ''));
  const isNamedInPath = format.path.includes('{model}');
  const body = {
    ...(isNamedInPath || model === null ? {} : { model }),
    ...format.content,
    ...unflatten(request.parameters),
  };
  const headers = HEADERS[format.api];
  if (format.body === 'json')
    return join(
      url,
      [...headers, 'Content-Type: application/json'],
      [`-d ${quote(JSON.stringify(body, null, 2))}`],
    );
  const fields = Object.entries(body).map(([name, value]) => `-F ${quote(`${name}=${String(value)}`)}`);
  return join(url, headers, fields);
}

/** The command for a request that was refused before its format was known. */
function toPlainCurl(address: string, method: string, path: string): string {
  const body = method === 'POST' ? ['-H "Content-Type: application/json"', '-d @body.json'] : [];
  return join(address + path, HEADERS.openai, [...(method === 'POST' ? [] : [`-X ${method}`]), ...body]);
}

function join(url: string, headers: readonly string[], rest: readonly string[]): string {
  // Double quotes, so that the shell expands the variable with the token.
  const lines = [`curl ${quote(url)}`, ...headers.map((header) => `-H "${header}"`), ...rest];
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Parameters are recorded by path, such as `reasoning.effort`. For lists, only the length is recorded. */
function unflatten(parameters: RequestDetail['parameters']): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(parameters)) {
    if (path.endsWith('.length')) continue;
    const names = path.split('.');
    const last = names.pop() ?? path;
    let parent = body;
    for (const name of names) {
      const child = parent[name];
      parent = (typeof child === 'object' && child !== null ? child : (parent[name] = {})) as Record<
        string,
        unknown
      >;
    }
    parent[last] = value;
  }
  return body;
}
