import { type ApiRequest, type FormField } from '../../playground/call/api-request.js';
import { type OperationView } from './reference.js';

const FORM = 'multipart/form-data';

/** The request for the code examples and the “Try it” form. Undefined for methods that have no examples. */
export function getExample(operation: OperationView, model?: string): ApiRequest | undefined {
  const { method, path, requestBodies } = operation;
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return undefined;
  const [body] = requestBodies;
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'model' ? (model ?? 'sandbox-chat') : `YOUR_${name.toUpperCase()}`,
  );
  const request: ApiRequest = { method, path: filledPath + getQuery(operation) };
  if (body === undefined) return request;
  const example = withModel(body.example ?? {}, model);
  return body.mediaType === FORM ? { ...request, form: toForm(example) } : { ...request, json: example };
}

/** A query string with the required parameters. */
function getQuery({ path, parameters }: OperationView): string {
  if (path.endsWith(':streamGenerateContent')) return '?alt=sse';
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  return required.length === 0
    ? ''
    : `?${required.map(({ name }) => `${name}=YOUR_${name.toUpperCase()}`).join('&')}`;
}

function withModel(example: Record<string, unknown>, model: string | undefined): Record<string, unknown> {
  if (model === undefined) return example;
  if (typeof example['model'] === 'string') return { ...example, model };
  const session = example['session'];
  return typeof session === 'object' && session !== null
    ? { ...example, session: { ...session, model } }
    : example;
}

function toForm(example: Record<string, unknown>): FormField[] {
  return Object.entries(example).map(([name, value]) => {
    const text = String(value);
    return { name, value: text.startsWith('@') ? new File([], text.slice(1)) : text };
  });
}
