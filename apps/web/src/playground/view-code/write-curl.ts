import { type ApiRequest, type FormField } from '../call/api-request.js';
import { getOutputFileName } from './form-fields.js';
import { quote } from './quote.js';

/** Linux limits a single argument to 128 KiB. */
const MAX_ARGUMENT_BYTES = 120_000;

/** The request as a curl command, which reads the token from `MODELGATE_TOKEN`. */
export function writeCurl(request: ApiRequest, address: string): string {
  const { method, path, headers = {}, json, form } = request;
  const file = getOutputFileName(request);
  const parts = [
    `curl ${method === 'POST' ? '' : `-X ${method} `}${quote.shell(address + path)}`,
    '-H "Authorization: Bearer $MODELGATE_TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quote.shell(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(isStreamed(request) ? ['--no-buffer'] : []),
    ...(file === undefined ? [] : [`--output ${file}`]),
    ...(form ?? []).map(writeField),
    ...(json === undefined ? [] : [writeBody(json)]),
  ].filter((part) => part !== '');
  return parts.join(' \\\n  ');
}

function isStreamed({ path, json }: ApiRequest): boolean {
  return path.includes(':stream') || (json !== undefined && 'stream' in json && json.stream === true);
}

function writeBody(json: object): string {
  const text = JSON.stringify(json, null, 2);
  // The shell expands nothing in a quoted here-document, and no line of the body can be its end marker.
  if (text.length > MAX_ARGUMENT_BYTES) return `-d @- <<'JSON'\n${text}\nJSON`;
  return `-d ${quote.shell(text)}`;
}

function writeField({ name, value }: FormField): string {
  if (typeof value === 'string') return `--form-string ${quote.shell(`${name}=${value}`)}`;
  const path = value.name.replaceAll(/["\\]/g, String.raw`\$&`);
  return `-F ${quote.shell(`${name}=@"${path}"`)}`;
}
